import * as z from 'zod/mini'

const urlLengthMax = 2083
const embedOriginsMax = 50

const originShape = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?=\/|$)/i

/** Browsers leave out the port that belongs to the scheme. */
const withoutDefaultPort = (origin: string): string =>
  origin.replace(/^(https:.*):443$|^(http:.*):80$/, '$1$2')

function originIn(written: string): string {
  const [origin] = originShape.exec(written) ?? []
  return origin === undefined ? written : withoutDefaultPort(origin.toLowerCase())
}

/** A site whose pages embed checkouts; of a longer URL only the origin is kept. */
export const embedOrigin = z
  .string()
  .check(
    z.maxLength(urlLengthMax),
    z.regex(originShape, 'Must be a site such as https://example.com'),
    z.overwrite(originIn),
  )

/** The origin of a URL; null where it is invalid. */
export function siteOf(written: string): string | null {
  const read = z.safeParse(embedOrigin, written)
  return read.success ? read.data : null
}

/** The sites that may embed checkouts which their visitors open. */
export const embedOrigins = z.array(embedOrigin).check(z.maxLength(embedOriginsMax))
