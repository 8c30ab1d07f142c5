/** Names as they are, and with a number from the second time on that one occurs: `a`, `a #2`. */
export function distinctNames(names: readonly string[]): string[] {
  return names.map((name, i) => {
    const earlier = names.slice(0, i).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name} #${earlier + 1}`;
  });
}
