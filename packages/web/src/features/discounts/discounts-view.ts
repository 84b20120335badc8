import type { ListView } from '#/lib/list-view.ts'

export const discountSorts = ['name', 'code', 'redemptions_count', 'created_at'] as const

/** The state of the list in the URL; omitted values are defaults. */
export type DiscountsView = ListView<(typeof discountSorts)[number]>

export const newestFirst = '-created_at'
