"""ONE in NumPy and SciPy, with the same sparse formulas as the library, as a yardstick. Two ways to
the same iterates and the same trace, which has the loss and its three terms after every sub-step:

    plain   the formulas as they stand: after every sub-step the three terms are computed from the
            state, by one function. Products that the sub-steps themselves need are made once
    lean    as somebody would write it who counts: after a sub-step only the terms that it moves, from
            products that are at hand

Reads what `bench dump DIR` wrote, checks that five iterations of each lead to the library's loss, and
prints the seconds of the fastest iteration of each after the word it was given, for paths.sh.
"""
import sys
import time

import numpy as np
import scipy.sparse as sp


def load(directory):
    read = lambda name: np.load(f"{directory}/{name}.npy")

    def matrix(name, columns):
        ptr, idx = read(f"{name}_ptr").astype(int), read(f"{name}_idx").astype(int)
        return sp.csr_matrix((read(f"{name}_val"), idx, ptr), shape=(len(ptr) - 1, columns))

    state = {name: read(name) for name in ("G", "H", "U", "V", "W", "O1", "O2", "O3")}
    A = matrix("A", state["H"].shape[1])
    C = matrix("C", state["V"].shape[1])
    return A, C, state, read("weights"), read("loss")


def sweep_rows(X, R, gram, a, b, T):
    """Coordinate updates of all rows at once, one column after the other."""
    for k in range(X.shape[1]):
        rest = R[:, k] - X @ gram[:, k] + X[:, k] * gram[k, k]
        X[:, k] = (a * rest + b * T[:, k]) / (a * gram[k, k] + b)


def sweep_basis(H, R, P):
    for k in range(H.shape[0]):
        H[k] = (R[k] - P[k] @ H + P[k, k] * H[k]) / P[k, k]


class One:
    def __init__(self, A, C, state, weights):
        self.A, self.C, self.alpha, self.beta = A, C, weights[0], weights[1]
        self.AT, self.CT = A.T.tocsr(), C.T.tocsr()
        self.G, self.H, self.U, self.V, self.W = (state[n].copy() for n in "GHUVW")
        self.O = [state[n].copy() for n in ("O1", "O2", "O3")]
        self.norm_A = np.asarray(A.multiply(A).sum(axis=1)).ravel()
        self.norm_C = np.asarray(C.multiply(C).sum(axis=1)).ravel()
        self.AH, self.CV = A @ self.H.T, C @ self.V.T
        self.HH, self.VV = self.H @ self.H.T, self.V @ self.V.T
        self.UW = self.U @ self.W.T
        self.r, self.terms = [self.r1(), self.r2(), self.r3()], [0.0, 0.0, 0.0]

    def iterate(self):
        w1, w2, w3 = w = [-np.log(o) for o in self.O]
        X, _, Yt = np.linalg.svd(self.G.T @ (w3[:, None] * self.U))
        self.W = X @ Yt
        self.UW = self.U @ self.W.T
        self.record(w, r3=self.r3())
        sweep_rows(self.G, self.AH, self.HH, w1, self.beta * w3, self.UW)
        self.record(w, r1=self.r1(), r3=self.r3())
        wG = w1[:, None] * self.G
        sweep_basis(self.H, (self.AT @ wG).T, self.G.T @ wG)
        self.AH, self.HH = self.A @ self.H.T, self.H @ self.H.T
        self.record(w, r1=self.r1())
        sweep_rows(self.U, self.CV, self.VV, self.alpha * w2, self.beta * w3, self.G @ self.W)
        self.UW = self.U @ self.W.T
        self.record(w, r2=self.r2(), r3=self.r3())
        wU = w2[:, None] * self.U
        sweep_basis(self.V, (self.CT @ wU).T, self.U.T @ wU)
        self.CV, self.VV = self.C @ self.V.T, self.V @ self.V.T
        self.record(w, r2=self.r2())
        self.O = [np.maximum(r / r.sum(), 1e-12) for r in self.r]
        self.record([-np.log(o) for o in self.O], *self.r)

    # r1, r2, r3 without any dense residual: ||S_i||^2 - 2 x.R + x M x'.
    def r1(self):
        return quadratic(self.norm_A, self.G, self.AH, self.HH)

    def r2(self):
        return quadratic(self.norm_C, self.U, self.CV, self.VV)

    def r3(self):
        rest = self.G - self.UW
        return np.einsum("ij,ij->i", rest, rest)

    def record(self, w, r1=None, r2=None, r3=None):
        """The loss after a sub-step, of whose three terms only those it moves are computed."""
        for t, r in enumerate((r1, r2, r3)):
            if r is not None:
                self.r[t], self.terms[t] = r, w[t] @ r
        self.loss = self.terms[0] + self.alpha * self.terms[1] + self.beta * self.terms[2]


class Plain(One):
    def iterate(self):
        w1, w2, w3 = w = [-np.log(o) for o in self.O]
        X, _, Yt = np.linalg.svd(self.G.T @ (w3[:, None] * self.U))
        self.W = X @ Yt
        self.trace(w)
        sweep_rows(self.G, self.AH, self.HH, w1, self.beta * w3, self.U @ self.W.T)
        self.trace(w)
        wG = w1[:, None] * self.G
        sweep_basis(self.H, (self.AT @ wG).T, self.G.T @ wG)
        self.AH, self.HH = self.A @ self.H.T, self.H @ self.H.T
        self.trace(w)
        sweep_rows(self.U, self.CV, self.VV, self.alpha * w2, self.beta * w3, self.G @ self.W)
        self.trace(w)
        wU = w2[:, None] * self.U
        sweep_basis(self.V, (self.CT @ wU).T, self.U.T @ wU)
        self.CV, self.VV = self.C @ self.V.T, self.V @ self.V.T
        self.trace(w)
        self.O = [np.maximum(r / r.sum(), 1e-12) for r in self.errors()]
        self.trace([-np.log(o) for o in self.O])

    def errors(self):
        rest = self.G - self.U @ self.W.T
        return self.r1(), self.r2(), np.einsum("ij,ij->i", rest, rest)

    def trace(self, w):
        self.terms = [w[t] @ r for t, r in enumerate(self.errors())]
        self.loss = self.terms[0] + self.alpha * self.terms[1] + self.beta * self.terms[2]


def quadratic(norm, X, R, M):
    return np.maximum(norm - 2 * np.einsum("ij,ij->i", X, R)
                      + np.einsum("ij,ij->i", X @ M, X), 0)


def main():
    A, C, state, weights, (loss,) = load(sys.argv[1])
    for name, kind in (("plain", Plain), ("lean", One)):
        one = kind(A, C, state, weights)
        for _ in range(5):
            one.iterate()
        if abs(one.loss - loss) > 1e-6 * loss:
            sys.exit(f"numpy_one: {name} loss {one.loss} after five iterations, the library has {loss}")
        best = np.inf
        for _ in range(60):
            start = time.perf_counter()
            one.iterate()
            best = min(best, time.perf_counter() - start)
        print(f"{sys.argv[2]} {name} {best:.9g}")


main()
