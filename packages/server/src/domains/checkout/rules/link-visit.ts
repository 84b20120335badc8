import { siteOf } from '@guildhall/contract/checkout/link-shapes'
import { metadataKeysMax, metadataTextLengthMax } from '@guildhall/contract/primitives'

type Metadata = Readonly<Record<string, string | number | boolean>>

/** What of an address tells where a buyer came from. */
const marks = [
  'reference_id',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const

const embedding = 'embed_origin'

export interface Visit {
  readonly metadata: Metadata
  /** The site whose page embeds the checkout; null for none, and for what can’t be one. */
  readonly embedOrigin: string | null
  /** What the page of the checkout is told. */
  readonly forwarded: URLSearchParams
}

/**
 * What the address of a visit says. Nobody is turned away for it: what can’t be is left out, and
 * what is too long is cut. What the seller noted on the link stands above it.
 */
export function readVisit(linkMetadata: Metadata, queryText: string): Visit {
  const asked = new URLSearchParams(queryText)
  const room = metadataKeysMax - Object.keys(linkMetadata).length
  const noted = marks
    .filter((mark) => !Object.hasOwn(linkMetadata, mark))
    .map((mark) => [mark, asked.get(mark)?.slice(0, metadataTextLengthMax) ?? ''] as const)
    .filter(([, text]) => text !== '')
    .slice(0, room)
  const forwarded = new URLSearchParams(asked)
  for (const taken of [...marks, embedding]) forwarded.delete(taken)
  return {
    metadata: { ...linkMetadata, ...Object.fromEntries(noted) },
    embedOrigin: siteOf(asked.get(embedding) ?? ''),
    forwarded,
  }
}
