import * as contract from '@guildhall/contract/limits/usage-checks'
import { accept } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { resolveOrganization } from '../../organizations/actions/seller.ts'
import { namedOrganization } from '../../usage/rules/place-events.ts'
import { openDecisions } from '../actions/decide-requests.ts'
import type { LimitDeps } from '../actions/deps.ts'

/** All are decided in one queue, so that they are decided in turn. */
export function usageCheckRoutes(deps: LimitDeps): readonly OperationRoute[] {
  const decide = openDecisions(deps)
  return [
    serve(contract.checkUsage, async ({ caller, body: input }) => {
      const organizationId = await resolveOrganization(deps, caller, input.organizationId)
      return decide({ kind: 'check', organizationId, input })
    }),
    serve(contract.trackUsage, async ({ caller, body: input }) => {
      const named = namedOrganization(input.organizationId, [input.event], () => ['body', 'event'])
      const organizationId = await resolveOrganization(deps, caller, accept(named))
      return decide({ kind: 'track', organizationId, input })
    }),
    serve(contract.reserveUsage, async ({ caller, body: input }) => {
      const organizationId = await resolveOrganization(deps, caller, input.organizationId)
      return decide({ kind: 'reserve', organizationId, input })
    }),
    serve(contract.settleUsage, async ({ caller, body: input }) => {
      const organizationId = await resolveOrganization(deps, caller, input.organizationId)
      return decide({ kind: 'settle', organizationId, input })
    }),
    serve(contract.releaseUsage, async ({ caller, body: input }) => {
      const organizationId = await resolveOrganization(deps, caller, input.organizationId)
      return decide({ kind: 'release', organizationId, input })
    }),
  ]
}
