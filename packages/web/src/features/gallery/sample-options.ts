export const intervals = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly', hint: 'Two months free' },
  { value: 'once', label: 'Once' },
] as const

export const countries = [
  { value: 'AT', label: 'Austria' },
  { value: 'BR', label: 'Brazil' },
  { value: 'CA', label: 'Canada' },
  { value: 'DE', label: 'Germany' },
  { value: 'FR', label: 'France' },
  { value: 'IN', label: 'India' },
  { value: 'JP', label: 'Japan' },
  { value: 'NO', label: 'Norway' },
  { value: 'SE', label: 'Sweden' },
  { value: 'GB', label: 'United Kingdom' },
  { value: 'US', label: 'United States' },
]

export const roles = [
  { value: 'owner', label: 'Owner' },
  { value: 'admin', label: 'Admin' },
  { value: 'billing', label: 'Billing', hint: 'Orders, invoices, refunds' },
  { value: 'support', label: 'Support', hint: 'Read-only access to customers' },
]

export const proration = [
  { value: 'prorate', label: 'With the next invoice', hint: 'Unused days are credited there.' },
  { value: 'invoice', label: 'Immediately', hint: 'The difference is charged today.' },
  { value: 'none', label: 'Never', hint: 'The new price applies from the next period.' },
] as const
