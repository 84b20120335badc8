import type { IncomingHttpHeaders } from 'node:http'
import { followCheckoutLink } from '@guildhall/contract/checkout/links'
import { Problem } from '../../../kernel/refusal.ts'
import { directAnswer } from '../../../platform/http/direct-answer.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import type { CheckoutDeps } from '../actions/deps.ts'
import { followLink } from '../actions/follow-link.ts'
import { unavailableLinkPage } from '../present/notice-pages.ts'

export const followLinkRoute = (deps: CheckoutDeps): OperationRoute =>
  serve(followCheckoutLink, async ({ method, params, incoming, address, headers }) => {
    // Programs preview links by HEAD, which must not create a checkout.
    if (method !== 'GET') throw new Problem('method_not_allowed', { allow: 'GET' })
    const [, queryText = ''] = incoming.url?.split(/\?(.*)/s) ?? []
    try {
      const page = await followLink(deps, { ...params, queryText, address })
      return directAnswer(307, { location: page, 'content-security-policy': framingPolicy }, null)
    } catch (error) {
      const isUnavailable = error instanceof Problem && unavailableCodes.includes(error.code)
      if (!isUnavailable) throw error
      if (!wantsPage(headers)) throw new Problem('not_found')
      const { status, headers: shown, body, refused } = await unavailableLinkPage()
      return { ...directAnswer(status, shown, body), ...(refused && { refused }) }
    }
  })

/** Any site may frame the redirect; the page of the checkout restricts its own framing. */
const framingPolicy = "default-src 'none'; frame-ancestors *"

/** The last product may be archived during the request. */
const unavailableCodes = ['not_found', 'checkout_product_archived', 'checkout_product_private']

/** Whether a person sees the answer, not a program. */
const wantsPage = ({ accept }: IncomingHttpHeaders): boolean =>
  accept?.includes('text/html') === true
