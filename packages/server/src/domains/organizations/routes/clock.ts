import * as contract from '@guildhall/contract/organizations/clock'
import { instant } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { advanceClock, type ClockParts, isSandboxIn } from '../actions/advance-clock.ts'
import { organizationListed, organizationNamed } from '../actions/seller.ts'
import { findClock } from '../store/clocks.ts'

/** The time of an organization, which goes by itself or is advanced. */
export const clockRoutes = (parts: ClockParts): readonly EndpointRoute[] => [
  getRoute(parts),
  advanceRoute(parts),
]

const getRoute = (parts: ClockParts) =>
  serve(contract.getClock, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    if (organizationId === null) throw new Problem('not_found')
    const found = await findClock(parts.workshop.database.kysely, organizationId)
    const frozenAt = found?.frozenAt ?? null
    return {
      now: frozenAt ?? parts.clock.now(),
      frozen: frozenAt !== null,
      sandbox: isSandboxIn(parts),
    }
  })

const recovery = z.nullable(z.object({ target: instant }))

const advanceRoute = (parts: ClockParts) =>
  serve(contract.advanceClock, async (call) => {
    const { caller, body, recoveryPoint } = call
    const organizationId = await organizationNamed(parts, caller, body.organizationId)
    // An earlier run with the same key knows how far it was to go.
    const noted = z.parse(recovery, recoveryPoint)
    return advanceClock(parts, caller, {
      organizationId,
      wish: noted === null ? body : { to: noted.target },
      note: (unit, target) => call.note(unit, { target: target.toISOString() }),
      finish: (unit, answer) => call.finish(unit, answer),
    })
  })
