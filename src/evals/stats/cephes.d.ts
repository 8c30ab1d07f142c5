/** The functions of the package that this room calls; it brings no types of its own. */
declare module 'cephes' {
  interface Cephes {
    /** Regularised incomplete beta function I_x(a, b). */
    incbet(a: number, b: number, x: number): number;
    /** Normal distribution function. */
    ndtr(x: number): number;
    /** Inverse of `ndtr`. */
    ndtri(p: number): number;
  }
  const cephes: Cephes;
  export = cephes;
}
