import type { Operation } from '@guildhall/contract/operation'
import { type Id, id } from '@guildhall/contract/primitives'
import { wireCodec } from '@guildhall/contract/wire'
import { assert } from '../../../kernel/assert.ts'
import type { JsonObject } from '../../../platform/database/json.ts'
import type { ChangeLog, ChangingCall } from '../../../platform/http/change-log.ts'
import { newId } from '../../../platform/ids.ts'
import { findEarlierStates, objectKey } from '../../../platform/outbox/earlier-states.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { isAudited, loggedWithoutEvent } from '../rules/audited-operations.ts'
import { changesOf, requestedChanges, summaryOf } from '../rules/changes.ts'
import { objectTypeOf } from '../rules/object-of-path.ts'
import { insertAuditEntries, type NewAuditEntry } from '../store/audit-entries.ts'
import {
  type AuditedCaller,
  auditActorOf,
  isAuditedCaller,
  ownOrganizationOf,
} from './audited-caller.ts'
import type { AuditDeps } from './deps.ts'

const anOrganization = id('organization')
const aCustomer = id('customer')
const anObject = id('object')

/** What one transaction of an operation changed, before its commit. */
interface Committing {
  readonly operation: Operation
  readonly call: ChangingCall
  readonly caller: AuditedCaller
  readonly organizationId: Id<'organization'>
  readonly input: JsonObject
}

/**
 * Logs the changes of every audited operation, as its last statement before its events. What
 * became of an object is known from the event about it, and what it was from the event before.
 */
export const changeLog =
  (deps: AuditDeps): ChangeLog =>
  (operation) => {
    if (!isAudited(operation)) return null
    const codec = operation.body === undefined ? null : wireCodec(operation.body, operation.wire)
    return (uow, call) => {
      const { caller } = call
      assert(isAuditedCaller(caller), `${operation.name} is called by somebody`)
      const input = inputOf(codec?.encode(call.body))
      uow.atEnd(() => {
        const organizationId = organizationOf(uow, operation, call, caller)
        return log(deps, uow, { operation, call, caller, organizationId, input })
      })
    }
  }

/** The encoded body without what only says where; an empty object where there is none. */
function inputOf(encoded: unknown): JsonObject {
  const json: JsonObject = JSON.parse(JSON.stringify(encoded ?? {}))
  const { organization_id: _, organizationId: _named, ...input } = json
  return input
}

function organizationOf(
  uow: UnitOfWork,
  { name, path }: Operation,
  { params, body, output }: ChangingCall,
  caller: AuditedCaller,
): Id<'organization'> {
  const ofEvent = uow.recorded.find(({ organizationId }) => organizationId !== null)
  const found =
    uow.organizationId ??
    ofEvent?.organizationId ??
    idIn(anOrganization, body, 'organizationId') ??
    idIn(anOrganization, output, 'organizationId') ??
    (path.startsWith('/v1/organizations/:id') ? idIn(anOrganization, params, 'id') : null) ??
    ownOrganizationOf(caller)
  assert(found !== null, `${name} changes an organization`)
  return found
}

/** How many objects of one transaction have entries of their own. */
const entriesMax = 100

async function log(deps: AuditDeps, uow: UnitOfWork, committing: Committing): Promise<void> {
  const { operation, call, organizationId } = committing
  const all = lastEvents(uow.recorded, organizationId)
  const changed = all.slice(0, entriesMax)
  const isLogged = call.isFinished && loggedWithoutEvent(operation) !== null
  if (changed.length === 0 && !isLogged) return
  const entries =
    changed.length === 0
      ? [requestEntry(deps, committing)]
      : await objectEntries(deps, uow, committing, changed)
  const summary = all.length > entriesMax ? [summaryEntry(deps, committing, all)] : []
  await insertAuditEntries(uow, [...entries, ...summary])
}

/** The first and last event of each object, in the order in which the objects changed. */
interface ChangedByEvents {
  readonly first: NewEvent
  readonly last: NewEvent
}

function lastEvents(
  recorded: readonly NewEvent[],
  organizationId: Id<'organization'>,
): ChangedByEvents[] {
  const changed = new Map<string, ChangedByEvents>()
  for (const event of recorded) {
    if (event.organizationId !== organizationId) continue
    const key = objectKey(event.object)
    changed.set(key, { first: changed.get(key)?.first ?? event, last: event })
  }
  return [...changed.values()]
}

async function objectEntries(
  deps: AuditDeps,
  { tx }: UnitOfWork,
  committing: Committing,
  changed: readonly ChangedByEvents[],
): Promise<NewAuditEntry[]> {
  const updated = changed.filter((one) => kindOf(one) === 'updated').map(({ last }) => last.object)
  const states = await findEarlierStates(tx, committing.organizationId, updated)
  const named = Object.keys(committing.input)
  return changed.map((one) => {
    const { object, customerId = null } = one.last
    const after = stateIn(one.last)
    const before = states.get(objectKey(object)) ?? null
    return {
      ...entryOf(deps, committing),
      objectType: object.type,
      objectId: object.id,
      customerId: customerId ?? (object.type === 'customer' ? idIn(aCustomer, object, 'id') : null),
      changes: changesOf({ kind: kindOf(one), before, after, named }),
    }
  })
}

/** The object as of this transaction. */
const stateIn = ({ payload }: NewEvent): JsonObject =>
  typeof payload === 'string' ? JSON.parse(payload) : payload

function kindOf({ first, last }: ChangedByEvents): 'created' | 'updated' | 'deleted' {
  if (last.name.endsWith('.deleted')) return 'deleted'
  const { name, object } = first
  const isFirst = object.version === 1 && !name.endsWith('.updated')
  return isFirst || name.endsWith('.created') ? 'created' : 'updated'
}

/** Of all objects, where only the first of them have entries. As the newest it comes before those. */
const summaryEntry = (
  deps: AuditDeps,
  committing: Committing,
  all: readonly ChangedByEvents[],
): NewAuditEntry => ({
  ...entryOf(deps, committing),
  objectType: objectTypeOf(committing.operation.path),
  objectId: null,
  changes: summaryOf(
    all.map(({ last }) => stateIn(last)),
    entriesMax,
  ),
})

/** For operations that record no event: what was asked for. */
function requestEntry(deps: AuditDeps, committing: Committing): NewAuditEntry {
  const { operation, call, input, organizationId } = committing
  return {
    ...entryOf(deps, committing),
    objectType: objectTypeOf(operation.path),
    objectId:
      idIn(anObject, call.params, 'id') ?? idIn(anObject, call.output, 'id') ?? organizationId,
    changes: loggedWithoutEvent(operation) === 'input' ? requestedChanges(input) : [],
  }
}

const userAgentLengthMax = 500

type EntryFrame = Omit<NewAuditEntry, 'objectType' | 'objectId' | 'changes'>

function entryOf({ clock }: AuditDeps, committing: Committing): EntryFrame {
  const { operation, call, caller, organizationId } = committing
  const isOfCustomer = operation.path.startsWith('/v1/customers/:id')
  return {
    organizationId,
    id: newId('auditLogEntry', clock),
    occurredAt: clock.now(),
    action: operation.name,
    customerId:
      idIn(aCustomer, call.body, 'customerId') ??
      (isOfCustomer ? idIn(aCustomer, call.params, 'id') : null),
    ipAddress: call.address,
    userAgent: call.userAgent?.slice(0, userAgentLengthMax) ?? null,
    requestId: call.requestId,
    ...auditActorOf(caller),
  }
}

interface IdSchema<I> {
  readonly safeParse: (value: unknown) => { readonly data?: I | undefined }
}

/** The id under this name in an input or an output; null where there is none. */
function idIn<I>(schema: IdSchema<I>, value: unknown, name: string): I | null {
  if (typeof value !== 'object' || value === null) return null
  const found = new Map<string, unknown>(Object.entries(value)).get(name)
  return schema.safeParse(found).data ?? null
}
