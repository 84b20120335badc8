/** Of the export of usage events, in their usual order. */
export const eventExportColumns = [
  'id',
  'timestamp',
  'ingested_at',
  'name',
  'source',
  'customer_id',
  'customer_email',
  'customer_name',
  'external_customer_id',
  'external_id',
  'subscription_id',
  'entity',
  'metadata',
  'voided_at',
  'void_reason',
  'replaced_by',
] as const
export type EventExportColumn = (typeof eventExportColumns)[number]
