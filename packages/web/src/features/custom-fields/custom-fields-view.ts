import type { ListView } from '#/lib/list-view.ts'

export const customFieldSorts = ['slug', 'name', 'type', 'created_at'] as const

/** The state of the list in the URL; omitted values are defaults. */
export type CustomFieldsView = ListView<(typeof customFieldSorts)[number]>
