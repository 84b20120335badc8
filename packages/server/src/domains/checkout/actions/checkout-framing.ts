import { siteOf } from '@guildhall/contract/organizations/embed-origins'
import type { Answer } from '../../../platform/http/guards.ts'
import { refusedFramePage } from '../present/notice-pages.ts'
import { checkoutSecretHash } from './checkout-secret.ts'
import type { CheckoutDeps } from './deps.ts'
import { embedderOfCheckout } from './embedding-sites.ts'
import { findShown } from './find-shown.ts'

/** Who may embed a page, and what to answer instead of it to a frame that may not. */
interface Framing {
  readonly embedders: readonly string[]
  readonly refusal: Answer | null
}

/** What the embed script adds to the URL that it opens in a frame. */
interface AskedFrame {
  readonly isFramed: boolean
  readonly claimed: string | null
}

/**
 * The site that may embed the page of a checkout. A browser shows nothing of a page that may not be
 * framed, so a frame that asks on behalf of another site gets a page that says why.
 */
export const checkoutFraming =
  (deps: Pick<CheckoutDeps, 'uowFactory' | 'config'>) =>
  async (clientSecret: string, queryText: string): Promise<Framing> => {
    const hash = checkoutSecretHash(clientSecret)
    const found = hash === null ? undefined : await findShown(deps.uowFactory.database, hash)
    if (found === undefined) return { embedders: [], refusal: null }
    const embedder = embedderOfCheckout(found.row, deps, found.organization)
    const { isFramed, claimed } = readFrame(queryText)
    const isRefused = isFramed && (embedder === null || (claimed !== null && claimed !== embedder))
    return {
      embedders: embedder === null ? [] : [embedder],
      refusal: isRefused ? await refusedFramePage(claimed) : null,
    }
  }

function readFrame(queryText: string): AskedFrame {
  const parameters = new URLSearchParams(queryText)
  return {
    isFramed: parameters.get('embed') === 'true',
    claimed: siteOf(parameters.get('embed_origin') ?? ''),
  }
}
