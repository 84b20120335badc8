const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const openBrace = 0x7b
const openBracket = 0x5b
const closeBrace = 0x7d
const closeBracket = 0x5d
const space = new Set([0x20, 0x09, 0x0a, 0x0d])

/** Deeper JSON is refused: no client needs it, and recursive schemas would follow it. */
export const jsonDepthMax = 64

export interface JsonFault {
  readonly fault: 'duplicate' | 'depth'
  readonly key: string
}

/**
 * Finds a duplicate key in an object: some parsers keep the last value and others the first, so one
 * part of a system could check a value that another doesn't use. The text must be valid JSON.
 */
export function findJsonFault(text: string): JsonFault | null {
  const keys: (Set<string> | null)[] = [null]
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case openBrace:
      case openBracket:
        if (keys.push(null) > jsonDepthMax + 1) return { fault: 'depth', key: '' }
        break
      case closeBrace:
      case closeBracket:
        keys.pop()
        break
      case quote: {
        const end = stringEnd(text, at)
        const key = isKey(text, end) ? unescaped(text.slice(at, end + 1)) : null
        if (key !== null && !isFirst(keys, key)) return { fault: 'duplicate', key }
        at = end
      }
    }
  }
  return null
}

/** Most strings have no escapes, so the next quote is their end. */
function stringEnd(text: string, start: number): number {
  const next = text.indexOf('"', start + 1)
  if (text.charCodeAt(next - 1) !== backslash) return next
  let at = start + 1
  for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at)) {
    at += code === backslash ? 2 : 1
  }
  return at
}

function isKey(text: string, stringEnd: number): boolean {
  let at = stringEnd + 1
  while (space.has(text.charCodeAt(at))) at++
  return text.charCodeAt(at) === colon
}

/** `"\u0061"` and `"a"` are the same key. */
const unescaped = (literal: string): string =>
  literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1)

function isFirst(keys: (Set<string> | null)[], key: string): boolean {
  const innermost = keys.length - 1
  const seen = keys[innermost]
  if (seen === null || seen === undefined) {
    keys[innermost] = new Set([key])
    return true
  }
  return seen.size !== seen.add(key).size
}
