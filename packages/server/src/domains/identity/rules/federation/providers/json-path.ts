/** The value at a path of untrusted JSON; undefined if there is none. */
export function at(json: unknown, ...path: readonly (string | number)[]): unknown {
  let here: unknown = json
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined
    here = Reflect.get(here, step)
  }
  return here
}

export function textAt(json: unknown, ...path: readonly (string | number)[]): string | null {
  const value = at(json, ...path)
  return typeof value === 'string' && value !== '' ? value : null
}

/** The non-empty words joined by spaces; null if there are none. */
export function joined(...words: readonly unknown[]): string | null {
  const texts = words.filter((word) => typeof word === 'string' && word.trim() !== '')
  return texts.length === 0 ? null : texts.join(' ')
}
