library(oddone)
set.seed(1)
n <- 60
club <- rep(c("sailing", "gardening"), each = n / 2)
pairs <- subset(expand.grid(a = 1:n, b = 1:n), a < b)
pairs <- pairs[club[pairs$a] == club[pairs$b] & runif(nrow(pairs)) < .2, ]
pairs <- rbind(subset(pairs, a != 7 & b != 7), data.frame(a = 7, b = 31:42))
people <- data.frame(club = club, age = sample(20:60, n, TRUE), row.names = 1:n)
r <- odd_run(pairs, people, seed = 1, truth = 1:n == 7)
stopifnot("7" %in% r$ranking$id[1:3], r$auc > .9, nrow(r$map) == n, length(odd_why(r, 7)) > 1,
          identical(odd_run(pairs, people, seed = 1, truth = 1:n == 7)$ranking, r$ranking))
p <- odd_plant(r, "swap=2")
stopifnot(sum(p$truth > 0) == 3, nrow(p$ranking) == n)
A <- matrix(0, n, n)
A[as.matrix(pairs)] <- 1
words <- outer(club, c("sailing", "gardening", "sailing"), "==") * 1
m <- odd_run(A + t(A), words, dims = 2, iterations = 5)
stopifnot(identical(m$ids, as.character(1:n)), all(diff(m$ranking$score) <= 0))
said <- tryCatch(odd_run(pairs, people, dims = 0), error = conditionMessage)
stopifnot(grepl("dims", said))
stopifnot(inherits(try(odd_why(r, "nobody"), TRUE), "try-error"))
pdf(NULL)
for (what in c("map", "loss", "scores")) plot(r, what)
again <- unserialize(serialize(r, NULL))
stopifnot(identical(again$ranking, r$ranking), inherits(try(odd_why(again, 7), TRUE), "try-error"))
