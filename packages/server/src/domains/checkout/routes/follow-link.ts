import { followCheckoutLink } from '@guildhall/contract/checkout/links'
import { Problem } from '../../../kernel/refusal.ts'
import { directAnswer } from '../../../platform/http/direct-answer.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { followLink } from '../actions/follow-link.ts'
import type { CheckoutParts } from '../actions/parts.ts'
import { isLookedAt, linkGonePage } from './link-page.ts'

/** The address that a seller gives to buyers. */
export const followLinkRoute = (parts: CheckoutParts): EndpointRoute =>
  serve(followCheckoutLink, async ({ method, params, incoming, address, headers }) => {
    // Programs look at links by HEAD, and must find nothing done by it.
    if (method !== 'GET') throw new Problem('method_not_allowed', { allow: 'GET' })
    const [, queryText = ''] = incoming.url?.split(/\?(.*)/s) ?? []
    try {
      const page = await followLink(parts, { ...params, queryText, address })
      return directAnswer(307, { location: page, 'content-security-policy': anywhere }, null)
    } catch (error) {
      const isGone = error instanceof Problem && goneCodes.includes(error.code)
      if (!isGone) throw error
      if (isLookedAt(headers)) return linkGonePage()
      throw new Problem('not_found')
    }
  })

/** A seller’s page may open it in a frame; who may frame the checkout is that page’s to say. */
const anywhere = "default-src 'none'; frame-ancestors *"

/** The last product may be archived while somebody is on the way. */
const goneCodes = ['not_found', 'checkout_product_archived']
