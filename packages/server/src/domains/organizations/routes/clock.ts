import * as contract from '@guildhall/contract/organizations/clock'
import { instant } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { advanceClock, type ClockDeps, isSandboxMode } from '../actions/advance-clock.ts'
import { resolveOrganization, resolveOrganizationFilter } from '../actions/seller.ts'
import { findClock } from '../store/clocks.ts'

export const clockRoutes = (deps: ClockDeps): readonly OperationRoute[] => [
  getRoute(deps),
  advanceRoute(deps),
]

const getRoute = (deps: ClockDeps) =>
  serve(contract.getClock, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) throw new Problem('not_found')
    const found = await findClock(deps.uowFactory.database.kysely, organizationId)
    const frozenAt = found?.frozenAt ?? null
    return {
      now: frozenAt ?? deps.clock.now(),
      frozen: frozenAt !== null,
      sandbox: isSandboxMode(deps),
    }
  })

const recovery = z.nullable(z.object({ target: instant }))

const advanceRoute = (deps: ClockDeps) =>
  serve(contract.advanceClock, async (call) => {
    const { caller, body, recoveryPoint } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    // A retry with the same idempotency key continues to the target of the first run.
    const saved = z.parse(recovery, recoveryPoint)
    return advanceClock(deps, caller, {
      organizationId,
      request: saved === null ? body : { to: saved.target },
      saveTarget: (uow, target) => call.note(uow, { target: target.toISOString() }),
      finish: (uow, answer) => call.finish(uow, answer),
    })
  })
