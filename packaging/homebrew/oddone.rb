# A Homebrew formula. Homebrew takes formulae from taps alone, so it is copied into one of your own; the
# tarball is the one of `make dist`:
#     brew tap-new --no-git local/oddone
#     cp packaging/homebrew/oddone.rb "$(brew --repository local/oddone)/Formula/"
#     HOMEBREW_ODDONE_TARBALL=$PWD/oddone-1.0.0.tar.gz brew install local/oddone/oddone
# The version is that in the tarball's name.
class Oddone < Formula
  desc "Find the odd ones out in attributed networks"
  homepage "file://#{File.dirname(ENV.fetch("HOMEBREW_ODDONE_TARBALL", "."))}"
  url "file://#{ENV.fetch("HOMEBREW_ODDONE_TARBALL", "oddone-0.tar.gz")}"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "cairo"
  depends_on "expat"
  depends_on "gcc" # OpenMP
  depends_on "giflib"
  depends_on "hdf5"
  depends_on "jansson"
  depends_on "libpng"
  depends_on "ncurses"
  depends_on "openblas" # with LAPACKE
  depends_on "sqlite"
  depends_on "xz"
  depends_on "zstd"
  uses_from_macos "zlib"

  fails_with :clang do
    cause "OpenMP"
  end

  def install
    blas = Formula["openblas"]
    system "./configure", "--prefix=#{prefix}", "--with-python-dir=#{lib}/python",
           "LAPACKE_CFLAGS=-I#{blas.opt_include}", "LAPACKE_LIBS=-L#{blas.opt_lib} -lopenblas"
    system "make", "install"
  end

  test do
    assert_match "george-pike", shell_output("#{bin}/oddone run town 2>/dev/null")
  end
end
