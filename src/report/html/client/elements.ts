type Child = Node | string;

/** An element with text and elements in it; no markup is ever parsed. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

/** What the page itself holds. @throws Error for a page that was cut off */
export function found<T extends Element>(id: string, kind: abstract new (...args: never) => T): T {
  const at = document.getElementById(id);
  if (at instanceof kind) return at;
  throw new Error(`the page has no ${id}`);
}
