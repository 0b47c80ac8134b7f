# Ranks the nodes of a network; see ?odd_run.
odd_run <- function(links, X = NULL, labels = NULL, truth = NULL, directed = FALSE, ...) {
  handle <- .Call(make_handle)
  path <- is.character(links) && length(links) == 1
  set_options(handle, c(list(directed = if (directed) "yes" else if (path) "auto" else "no"), list(...)))
  if (path) {
    .Call(load_network, handle, path.expand(links))
  } else {
    give_network(handle, read_links(links, X), X, labels, truth)
  }
  .Call(work, handle, "run", 0L)
  make_result(handle)
}

# Plants outliers into the network of a result and iterates further; see ?odd_run.
odd_plant <- function(result, plant, iterations = 10L, ...) {
  set_options(result$handle, list(plant = plant, ...))
  .Call(work, result$handle, "plant", 0L)
  .Call(work, result$handle, "iterate", as.integer(iterations))
  make_result(result$handle)
}

# Sentences on the rank of a node; see ?odd_run.
odd_why <- function(result, id) {
  place <- match(as.character(id), result$ids)
  if (length(place) != 1 || is.na(place)) stop("there is no node ", id)
  .Call(explain, result$handle, place)
}

print.oddone <- function(x, n = 10L, ...) {
  cat("oddone:", length(x$ids), "nodes\n")
  print(utils::head(x$ranking, n), digits = 3, ...)
  invisible(x)
}

plot.oddone <- function(x, what = c("map", "loss", "scores"), ...) {
  what <- match.arg(what)
  if (what == "loss") {
    graphics::plot((seq_along(x$loss) - 1) / 6, x$loss, type = "l", xlab = "iteration",
                   ylab = "loss", ...)
  } else if (what == "scores") {
    graphics::plot(x$ranking$rank, x$ranking$score, type = "l", xlab = "rank", ylab = "score", ...)
  } else {
    odd <- match(utils::head(x$ranking$id, 10), x$ids)
    graphics::plot(x$map, pch = 16, col = "#8a9bb0", xlab = "", ylab = "", ...)
    graphics::points(x$map[odd, , drop = FALSE], pch = 16, cex = 1.6, col = "#d55e00")
    graphics::text(x$map[odd, , drop = FALSE], labels = x$ids[odd], pos = 4, cex = 0.7)
  }
  invisible(x)
}

set_options <- function(handle, options) {
  for (name in names(options)) {
    value <- options[[name]]
    if (is.logical(value)) value <- if (value) "on" else "off"
    .Call(set_option, handle, gsub("_", "-", name), paste(value, collapse = ","))
  }
}

# From, to and weight by number, and the ids: the row names of X, else those that links name.
read_links <- function(links, X) {
  if (inherits(links, "igraph")) stop("give igraph::as_data_frame(graph) in place of an igraph graph")
  if (is.matrix(links) && nrow(links) == ncol(links)) {
    at <- which(links != 0, arr.ind = TRUE)
    if (isSymmetric(unname(links))) at <- at[at[, 1] <= at[, 2], , drop = FALSE]
    ids <- if (is.null(rownames(links))) seq_len(nrow(links)) else rownames(links)
    return(list(ids = as.character(ids), from = at[, 1], to = at[, 2], weight = links[at]))
  }
  links <- as.data.frame(links)
  if (ncol(links) < 2) stop("links are a square matrix, or a table of two columns or more")
  ends <- lapply(links[1:2], as.character)
  ids <- if (is.null(X)) unique(unlist(ends, use.names = FALSE)) else rownames(X)
  if (is.null(ids)) ids <- as.character(seq_len(nrow(X)))
  at <- lapply(ends, match, ids)
  bad <- is.na(at[[1]]) | is.na(at[[2]])
  if (any(bad)) stop("X has no row for a node that links name: ", ends[[1]][bad][1], " or ",
                     ends[[2]][bad][1])
  weight <- if (is.null(links$weight)) rep(1, nrow(links)) else links$weight
  list(ids = ids, from = at[[1]], to = at[[2]], weight = as.double(weight))
}

# A data frame goes through files, where the library finds out what each column holds.
give_network <- function(handle, net, X, labels, truth) {
  n <- length(net$ids)
  for (x in list(labels, truth)) if (!is.null(x) && length(x) != n) stop("labels and truth need ", n, " values")
  if (!is.null(X) && nrow(X) != n) stop("X has ", nrow(X), " rows for ", n, " nodes")
  if (is.data.frame(X)) {
    folder <- tempfile("oddone")
    dir.create(folder)
    on.exit(unlink(folder, recursive = TRUE))
    nodes <- cbind(Id = net$ids, X)
    if (!is.null(labels)) nodes$Label <- labels
    if (!is.null(truth)) nodes$Truth <- as.integer(as.logical(truth))
    edges <- data.frame(Source = net$ids[net$from], Target = net$ids[net$to], Weight = net$weight)
    utils::write.csv(nodes, file.path(folder, "nodes.csv"), row.names = FALSE, na = "")
    utils::write.csv(edges, file.path(folder, "edges.csv"), row.names = FALSE)
    set_options(handle, c(list(id = "Id"), if (!is.null(labels)) list(label = "Label")))
    return(.Call(load_network, handle, folder))
  }
  entries <- NULL
  if (!is.null(X)) {
    at <- which(X != 0 | is.na(X), arr.ind = TRUE)
    entries <- list(as.integer(at[, 1]), as.integer(at[, 2]), as.double(X[at]))
  }
  columns <- if (!is.null(X)) as.character(if (is.null(colnames(X))) seq_len(ncol(X)) else colnames(X))
  .Call(set_network, handle, net$ids, columns,
        list(as.integer(net$from), as.integer(net$to), net$weight), entries,
        if (!is.null(labels)) as.character(labels), if (!is.null(truth)) as.logical(truth))
}

make_result <- function(handle) {
  numbers <- function(name) .Call(get_numbers, handle, name)
  ids <- .Call(get_texts, handle, "node")
  parts <- numbers("components")
  colnames(parts) <- .Call(get_texts, handle, "component")
  order <- numbers("order")[, 1] + 1
  ranking <- data.frame(id = ids, rank = numbers("rank")[, 1], score = numbers("score")[, 1], parts)
  ranking <- ranking[order, ]
  rownames(ranking) <- NULL
  structure(list(ids = ids, ranking = ranking, map = numbers("map"), loss = numbers("loss")[, 1],
                 embedding = numbers("embedding"), truth = numbers("truth")[, 1],
                 auc = numbers("auc")[1, 1], warnings = .Call(get_texts, handle, "note"),
                 handle = handle), class = "oddone")
}
