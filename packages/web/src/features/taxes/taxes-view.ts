import type { ListView } from '#/lib/list-view.ts'

export const taxSorts = ['country', 'created_at'] as const

/** The state of the list in the URL; omitted values are defaults. */
export type TaxesView = ListView<(typeof taxSorts)[number]>
