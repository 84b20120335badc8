import * as z from 'zod/mini'

/** Limited so that the plan fits into one request. */
const partsMax = 1000

/** S3 refuses smaller parts, except for the last one. */
export const partBytesMin = 5 * 1024 * 1024
/** S3 refuses larger parts. */
const partBytesMax = 5 * 1024 * 1024 * 1024

/** SHA-256 in canonical base64. */
export const checksum = z
  .string()
  .check(z.regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/, 'Must be a SHA-256 checksum in base 64'))

/** The bytes from `chunkStart` up to but excluding `chunkEnd`. */
const plannedPart = z.object({
  number: z.int(),
  chunkStart: z.int(),
  chunkEnd: z.int(),
  checksumSha256Base64: z.nullish(checksum),
})

export type PlannedPart = z.output<typeof plannedPart>

export const uploadPlan = z.object({
  parts: z.array(plannedPart).check(z.minLength(1), z.maxLength(partsMax)),
})

interface PlanFault {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** The first violation of the plan; null if the parts cover a file of this size without gaps. */
export function planFault(size: number, parts: readonly PlannedPart[]): PlanFault | null {
  let end = 0
  for (const [at, { number, chunkStart, chunkEnd }] of parts.entries()) {
    const fault = (field: string, message: string) => ({ path: [at, field], message })
    const isLast = at === parts.length - 1
    const bytes = chunkEnd - chunkStart
    if (number !== at + 1) {
      return fault('number', `Parts are numbered in order: this one must be ${at + 1}`)
    }
    if (chunkStart !== end) {
      return fault('chunkStart', `Must be ${end}, so that the parts have no gap and no overlap`)
    }
    if (isLast && chunkEnd !== size) {
      return fault('chunkEnd', `The last part must end at ${size}, the size of the file`)
    }
    if (!isLast && bytes < partBytesMin) {
      return fault('chunkEnd', `Every part but the last must hold at least ${partBytesMin} bytes`)
    }
    if (bytes < 1) return fault('chunkEnd', 'A part must not be empty')
    if (bytes > partBytesMax) return fault('chunkEnd', `At most ${partBytesMax} bytes in one part`)
    end = chunkEnd
  }
  return null
}
