/** A list of unsigned 32-bit integers that grows by doubling. `data` is replaced when it grows. */
export interface GrowableUints {
  data: Uint32Array;
  length: number;
}

export function growableUints(): GrowableUints {
  return { data: new Uint32Array(1024), length: 0 };
}

export function pushUint(list: GrowableUints, value: number): void {
  if (list.length === list.data.length) {
    const larger = new Uint32Array(2 * list.length);
    larger.set(list.data);
    list.data = larger;
  }
  list.data[list.length++] = value;
}
