import * as contract from '@guildhall/contract/portal/sign-in'
import { Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import type { PortalParts } from '../actions/parts.ts'
import { redeemCode } from '../actions/redeem-code.ts'
import { requestCode } from '../actions/request-code.ts'

/** How a customer gets in who has no link. */
export const signInRoutes = (parts: PortalParts): readonly EndpointRoute[] => [
  requestRoute(parts),
  redeemRoute(parts),
]

const requestRoute = (parts: PortalParts) =>
  serve(contract.requestPortalCode, ({ body }) =>
    work(parts.workshop, {}, async (unit) => {
      requestCode(unit, parts.keyring, body)
      return {}
    }),
  )

const redeemRoute = (parts: PortalParts) =>
  serve(contract.redeemPortalCode, async ({ body }) => {
    const { organizationId } = body
    const letIn = await work(parts.workshop, { organizationId }, (unit) =>
      redeemCode(unit, parts, body),
    )
    if (letIn === null) throw new Problem('portal_code_invalid')
    return letIn
  })
