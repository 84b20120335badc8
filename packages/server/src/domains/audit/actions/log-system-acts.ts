import type { Id } from '@guildhall/contract/primitives'
import type { JsonObject } from '../../../platform/database/json.ts'
import type { FollowerDefinition } from '../../../platform/follower.ts'
import { newId } from '../../../platform/ids.ts'
import { findEarlierStates, objectKey } from '../../../platform/outbox/earlier-states.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { changesOf } from '../rules/changes.ts'
import { systemActOf, systemEvents } from '../rules/system-acts.ts'
import { insertAuditEntries, type NewAuditEntry } from '../store/audit-entries.ts'
import type { AuditDeps } from './deps.ts'

/** Logs what jobs did; what somebody asked for is logged with its operation. */
export const logSystemActs: FollowerDefinition<AuditDeps> = {
  name: 'audit.log_system_acts',
  on: systemEvents,
  open: (deps) => ({
    follow(uow, events) {
      // Other followers record events of it, too.
      if (uow.actor === null && events.length > 0) uow.atEnd(() => log(deps, uow))
      return Promise.resolve()
    },
  }),
}

async function log(deps: AuditDeps, uow: UnitOfWork): Promise<void> {
  const entries: NewAuditEntry[] = []
  for (const event of uow.recorded) {
    const action = systemActOf(event.name)
    const { organizationId } = event
    if (action === null || organizationId === null) continue
    entries.push(await entryOf(deps, uow, { organizationId, action, event }))
  }
  if (entries.length > 0) await insertAuditEntries(uow, entries)
}

interface SystemAct {
  readonly organizationId: Id<'organization'>
  readonly action: string
  readonly event: NewEvent
}

async function entryOf(
  { clock }: AuditDeps,
  { tx }: UnitOfWork,
  { organizationId, action, event: { object, payload, customerId = null } }: SystemAct,
): Promise<NewAuditEntry> {
  const after: JsonObject = typeof payload === 'string' ? JSON.parse(payload) : payload
  const earlier = await findEarlierStates(tx, organizationId, [object])
  const before = earlier.get(objectKey(object)) ?? null
  return {
    organizationId,
    id: newId('auditLogEntry', clock),
    occurredAt: clock.now(),
    action,
    actorType: 'system',
    actorId: null,
    tokenName: null,
    tokenEnding: null,
    impersonatedUserId: null,
    objectType: object.type,
    objectId: object.id,
    customerId,
    ipAddress: null,
    userAgent: null,
    requestId: null,
    changes: changesOf({ kind: 'updated', before, after, named: Object.keys(after) }),
  }
}
