/** Of the export of customers, in their usual order. */
export const customerExportColumns = [
  'id',
  'created_at',
  'modified_at',
  'external_id',
  'email',
  'email_verified',
  'name',
  'billing_address_line1',
  'billing_address_line2',
  'billing_address_postal_code',
  'billing_address_city',
  'billing_address_state',
  'billing_address_country',
  'tax_id',
  'metadata',
] as const
export type CustomerExportColumn = (typeof customerExportColumns)[number]
