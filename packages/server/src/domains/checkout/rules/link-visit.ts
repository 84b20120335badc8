import { siteOf } from '@guildhall/contract/organizations/embed-origins'
import { metadataKeysMax, metadataTextLengthMax } from '@guildhall/contract/primitives'

type Metadata = Readonly<Record<string, string | number | boolean>>

/** Tracking parameters. */
const trackingParameters = [
  'reference_id',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const

const embedParameter = 'embed_origin'

export interface Visit {
  readonly metadata: Metadata
  /** The site that claims to embed the checkout; null where it is missing or invalid. */
  readonly embedOrigin: string | null
  /** The parameters for the page of the checkout. */
  readonly forwarded: URLSearchParams
}

/**
 * Reads the query of a visit. It never refuses a buyer: invalid values are left out, long ones are
 * cut, and the metadata of the link takes precedence.
 */
export function readVisit(linkMetadata: Metadata, queryText: string): Visit {
  const parameters = new URLSearchParams(queryText)
  const room = metadataKeysMax - Object.keys(linkMetadata).length
  const recorded = trackingParameters
    .filter((parameter) => !Object.hasOwn(linkMetadata, parameter))
    .map(
      (parameter) =>
        [parameter, parameters.get(parameter)?.slice(0, metadataTextLengthMax) ?? ''] as const,
    )
    .filter(([, text]) => text !== '')
    .slice(0, room)
  const forwarded = new URLSearchParams(parameters)
  for (const consumed of trackingParameters) forwarded.delete(consumed)
  return {
    metadata: { ...linkMetadata, ...Object.fromEntries(recorded) },
    embedOrigin: siteOf(parameters.get(embedParameter) ?? ''),
    forwarded,
  }
}
