"""ONE in NumPy and SciPy, with the same sparse formulas as the library, as a yardstick.

Reads what `bench dump DIR` wrote, checks that five iterations lead to the same loss, and prints
how many times longer an iteration takes here than in the library, both measured in this run.
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
    return A, C, state, read("weights"), read("ours")


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

    def iterate(self):
        w1, w2, w3 = (-np.log(o) for o in self.O)
        X, _, Yt = np.linalg.svd(self.G.T @ (w3[:, None] * self.U))
        self.W = X @ Yt
        self.trace(w1, w2, w3, dis=True)
        sweep_rows(self.G, self.AH, self.H @ self.H.T, w1, self.beta * w3, self.U @ self.W.T)
        self.trace(w1, w2, w3, structure=True, dis=True)
        wG = w1[:, None] * self.G
        R, P = (self.AT @ wG).T, self.G.T @ wG
        sweep_basis(self.H, R, P)
        self.basis_loss(w1 @ self.norm_A, self.H, R, P)
        sweep_rows(self.U, self.CV, self.V @ self.V.T, self.alpha * w2, self.beta * w3,
                   self.G @ self.W)
        self.trace(w1, w2, w3, attributes=True, dis=True)
        wU = w2[:, None] * self.U
        R, Q = (self.CT @ wU).T, self.U.T @ wU
        sweep_basis(self.V, R, Q)
        self.basis_loss(w2 @ self.norm_C, self.V, R, Q)
        self.AH, self.CV = self.A @ self.H.T, self.C @ self.V.T
        r = [self.r1(), self.r2(), self.r3()]
        self.O = [np.maximum(x / x.sum(), 1e-12) for x in r]
        self.loss = sum(f * (-np.log(o) @ x)
                        for f, o, x in zip((1.0, self.alpha, self.beta), self.O, r))

    def r1(self):
        G = self.G
        return np.maximum(self.norm_A - 2 * np.einsum("ij,ij->i", G, self.AH)
                          + np.einsum("ij,ij->i", G @ (self.H @ self.H.T), G), 0)

    def r2(self):
        U = self.U
        return np.maximum(self.norm_C - 2 * np.einsum("ij,ij->i", U, self.CV)
                          + np.einsum("ij,ij->i", U @ (self.V @ self.V.T), U), 0)

    def r3(self):
        return ((self.G - self.U @ self.W.T) ** 2).sum(axis=1)

    def trace(self, w1, w2, w3, structure=False, attributes=False, dis=False):
        """The terms that a sub-step moved, as the library records them."""
        return (w1 @ self.r1() if structure else 0, w2 @ self.r2() if attributes else 0,
                w3 @ self.r3() if dis else 0)

    @staticmethod
    def basis_loss(constant, H, R, P):
        return constant - 2 * (H * R).sum() + ((P @ H) * H).sum()


def main():
    A, C, state, weights, (loss, seconds) = load(sys.argv[1])
    one = One(A, C, state, weights)
    for _ in range(5):
        one.iterate()
    if abs(one.loss - loss) > 1e-6 * loss:
        sys.exit(f"numpy_one: loss {one.loss} after five iterations, the library has {loss}")
    best = np.inf
    for _ in range(60):
        start = time.perf_counter()
        one.iterate()
        best = min(best, time.perf_counter() - start)
    print(f"  NumPy/SciPy, same formulas, over ours {best / seconds:.1f} times"
          "   (target: at least 10)")


main()
