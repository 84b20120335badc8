import * as z from 'zod/mini'
import { filterDepthMax, filterInput } from '../metering/filters.ts'

const lengthMax = 16 * 1024

// PostgreSQL can't store it, so no event has it.
const unstorable = /\0|\p{Surrogate}/u

/** A meter’s filter as JSON in a query parameter. */
export const filterParameter = z.optional(
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(lengthMax)),
      z.transform((text, context): unknown => {
        const fault = (message: string): never => {
          context.issues.push({ code: 'custom', input: text, message })
          return z.NEVER
        }
        if (isTooDeep(text)) return fault(`Filters can be nested at most ${filterDepthMax} deep`)
        try {
          return JSON.parse(text, storable)
        } catch {
          return fault('Input should be a filter as JSON')
        }
      }),
    ),
    filterInput,
  ),
)

function storable(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && unstorable.test(value)) throw new TypeError('unstorable text')
  return value
}

const brackets = /"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g
/** Of objects and lists: more than any filter has. */
const depthMax = 2 * filterDepthMax + 2

/** Checked before it is parsed, because schemas follow it as deep as it goes. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [piece] of text.matchAll(brackets)) {
    if (piece === '{' || piece === '[') depth += 1
    if (piece === '}' || piece === ']') depth -= 1
    if (depth > depthMax) return true
  }
  return false
}
