import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { voidEvents as voidContract } from '@guildhall/contract/usage/corrections'
import * as contract from '@guildhall/contract/usage/events'
import type { Kysely } from 'kysely'
import { accept } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { csvAnswer, csvParts } from '../../../platform/http/csv-answer.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { presentMeter } from '../../metering/present/meter.ts'
import { matchingEvents } from '../../metering/store/filter-sql.ts'
import { findMeters } from '../../metering/store/meters.ts'
import {
  getForSeller,
  resolveOrganization,
  resolveOrganizationFilter,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import type { UsageDeps } from '../actions/deps.ts'
import { openIngestion } from '../actions/ingest-events.ts'
import { eventPresenter } from '../actions/show-events.ts'
import { voidEvents } from '../actions/void-events.ts'
import { exportedEvents } from '../present/exported-event.ts'
import { namedOrganization } from '../rules/place-events.ts'
import { listEvents, listEventsBehind } from '../store/event-list.ts'
import { listEventNames } from '../store/event-names.ts'
import { eventAlias, findEventIn, type UsageEventRow } from '../store/events.ts'
import type { Condition } from '../store/whom.ts'

export const eventRoutes = (deps: UsageDeps): readonly OperationRoute[] => [
  ingestRoute(deps),
  voidRoute(deps),
  listRoute(deps),
  exportRoute(deps),
  listNamesRoute(deps),
  getRoute(deps),
]

function ingestRoute(deps: UsageDeps): OperationRoute {
  const ingest = openIngestion(deps)
  return serve(contract.ingestEvents, async ({ caller, body }) => {
    const named = accept(namedOrganization(body.organizationId, body.events))
    const organizationId = await resolveOrganization(deps, caller, named)
    return accept(await ingest({ organizationId, events: body.events }))
  })
}

const voidRoute = (deps: UsageDeps) =>
  serve(voidContract, async (call) => {
    const { caller, body } = call
    const replacements = body.events.map(({ replacement }) => replacement ?? {})
    const named = accept(namedOrganization(body.organizationId, replacements, inReplacement))
    const organizationId = await resolveOrganization(deps, caller, named)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) =>
      call.finish(uow, await voidEvents(uow, deps, { organizationId, corrections: body.events })),
    )
  })

const inReplacement = (index: number) => ['body', 'events', index, 'replacement']

const listRoute = (deps: UsageDeps) =>
  serve(contract.listEvents, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const filters = organizationId === null ? null : await filtersOf(kysely, organizationId, query)
    if (organizationId === null || filters === null) {
      return pageAnswer(emptyPage, query, (none: never) => none)
    }
    const { rows, total } = await listEvents(kysely, organizationId, { ...query, filters })
    const present = await eventPresenter(deps, organizationId, rows)
    return pageAnswer({ rows, total }, query, present)
  })

const exportRoute = (deps: UsageDeps) =>
  serve(contract.exportEvents, async ({ caller, query: { columns, ...query }, headers }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const filters = organizationId === null ? null : await filtersOf(kysely, organizationId, query)
    const { names, lineOf } = exportedEvents(columns)
    const lines = csvParts<UsageEventRow>(
      names,
      async (last, limit) =>
        organizationId === null || filters === null
          ? []
          : listEventsBehind(kysely, organizationId, { ...query, filters }, { last, limit }),
      async (rows) => {
        const [first] = rows
        if (first === undefined) return ''
        const present = await eventPresenter(deps, first.organizationId, rows)
        return rows.map((row) => lineOf(present(row))).join('')
      },
    )
    return csvAnswer({ name: 'events.csv', accept: headers.accept }, lines)
  })

const listNamesRoute = (deps: UsageDeps) =>
  serve(contract.listEventNames, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const page =
      organizationId === null ? emptyPage : await listEventNames(kysely, organizationId, query)
    return pageAnswer(page, query, (row) => ({ ...row, label: row.name }))
  })

const getRoute = (deps: UsageDeps) =>
  serve(contract.getEvent, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    const event = await getForSeller(deps, caller, (within) =>
      findEventIn(kysely, within, params.id),
    )
    return (await eventPresenter(deps, event.organizationId, [event]))(event)
  })

/** The filters of the list; null if it names a meter that isn’t there. */
async function filtersOf(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { filter, meterId }: Pick<QueryOf<typeof contract.listEvents>, 'filter' | 'meterId'>,
): Promise<readonly Condition[] | null> {
  const given = filter === undefined ? [] : [matchingEvents(filter, eventAlias)]
  if (meterId === undefined) return given
  const [meter] = await findMeters(db, organizationId, [meterId])
  return meter === undefined
    ? null
    : [...given, matchingEvents(presentMeter(meter).filter, eventAlias)]
}
