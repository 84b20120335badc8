import { SavedView } from '@guildhall/contract/lists/lists'
import * as z from 'zod/mini'
import type { SavedViewRow } from '../store/saved-views.ts'

const { list, query } = SavedView.shape

export const presentSavedView = (row: SavedViewRow): z.output<typeof SavedView> => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  organizationId: row.organizationId,
  list: z.parse(list, row.list),
  name: row.name,
  query: z.parse(query, row.query),
  columns: row.columns && [...row.columns],
})
