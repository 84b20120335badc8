import * as z from 'zod/mini'
import { forSellers, personRefusals, placeRefusals } from '../billing/for-sellers.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, instant } from '../primitives.ts'

/** The lists of the dashboard whose columns can be chosen. */
export const listNames = [
  'orders',
  'customers',
  'subscriptions',
  'products',
  'discounts',
  'checkouts',
  'disputes',
  'audit_log',
  'license_keys',
  'usage_events',
] as const
const ListName = z.enum(listNames)
export type ListName = z.output<typeof ListName>

/** Of one person and list. */
export const savedViewsMax = 50
export const viewNameLengthMax = 60
const columnsMax = 50
const parametersMax = 20
const parameterLengthMax = 300

/** Names are the dashboard’s: a list ignores those that it doesn’t know. */
const word = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/))

const viewName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(viewNameLengthMax),
    z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Must be one line'),
  )

/** Next to the first one, which names the row and is always shown. */
const columns = z.array(word).check(z.maxLength(columnsMax))

const viewQuery = z
  .record(word, z.string().check(z.minLength(1), z.maxLength(parameterLengthMax)))
  .check(
    z.refine((parameters) => Object.keys(parameters).length <= parametersMax, {
      error: `At most ${parametersMax} parameters`,
    }),
  )

export const savedViewId = id('savedView')

export const SavedView = z.object({
  id: savedViewId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  organizationId,
  list: ListName,
  name: z.string(),
  /** Search, filters and sorting, as parameters of the list’s address in the dashboard. */
  query: viewQuery,
  /** The columns that are shown; null for those that the list has by default. */
  columns: z.nullable(columns),
})

const ListSettings = z.object({
  /** The columns without a view; null for those that the list has by default. */
  columns: z.nullable(columns),
  /** The oldest first. */
  views: z.array(SavedView),
})

const ofLists = { ...forSellers, tag: 'Lists' } as const

const ofOneList = {
  ...ofLists,
  path: '/v1/organizations/:id/lists/:list',
  params: z.object({ id: organizationId, list: ListName }),
  returns: ListSettings,
  status: 200,
  refuses: [...personRefusals, 'not_found'],
} as const

export const getListSettings = operation({
  ...ofOneList,
  name: 'getListSettings',
  method: 'GET',
  summary: 'Get how you see a list',
  description:
    'The columns that the caller has chosen for a list of the dashboard, and the caller’s saved ' +
    'views of it. Everyone has their own; nobody else can read them.',
  may: 'saved_views:read',
})

export const updateListSettings = operation({
  ...ofOneList,
  name: 'updateListSettings',
  method: 'PATCH',
  summary: 'Choose the columns of a list',
  description: 'For the list without a view. `null` shows the default columns again.',
  may: 'saved_views:write',
  body: z.object({ columns: z.nullable(columns) }),
})

const ofOneView = z.object({ id: savedViewId })

export const createSavedView = operation({
  ...ofLists,
  name: 'createSavedView',
  method: 'POST',
  path: '/v1/saved-views/',
  summary: 'Save a view of a list',
  description:
    'Names are unique for each person and list, whatever their case. A person has at most ' +
    `${savedViewsMax} views of a list.`,
  may: 'saved_views:write',
  body: z.object({
    organizationId: z.nullish(organizationId),
    list: ListName,
    name: viewName,
    query: viewQuery,
    columns: z.nullish(columns),
  }),
  returns: SavedView,
  status: 201,
  refuses: [...personRefusals, ...placeRefusals, 'saved_view_name_taken', 'saved_views_too_many'],
})

export const updateSavedView = operation({
  ...ofLists,
  name: 'updateSavedView',
  method: 'PATCH',
  path: '/v1/saved-views/:id',
  summary: 'Update a saved view',
  description: '`query` is replaced as a whole. Of two updates at a time, the later one stays.',
  may: 'saved_views:write',
  params: ofOneView,
  body: z.object({
    name: z.nullish(viewName),
    query: z.nullish(viewQuery),
    columns: z.optional(z.nullable(columns)),
  }),
  returns: SavedView,
  status: 200,
  refuses: [...personRefusals, 'not_found', 'saved_view_name_taken'],
})

export const deleteSavedView = operation({
  ...ofLists,
  name: 'deleteSavedView',
  method: 'DELETE',
  path: '/v1/saved-views/:id',
  summary: 'Delete a saved view',
  may: 'saved_views:write',
  params: ofOneView,
  returns: null,
  status: 204,
  refuses: [...personRefusals, 'not_found'],
})
