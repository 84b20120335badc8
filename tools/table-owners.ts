// Every table has one owner, and no other domain reads or writes it. What other domains need is a
// view, so that the owner sees in the migrations what must stay compatible.

import { isCode, isTest, type SourceFile } from './source-files.ts'
import { withoutComments, withoutStrings } from './source-text.ts'

export interface Ownership {
  readonly tables: Readonly<Record<string, readonly string[]>>
  /** Views that every domain may read. */
  readonly sharedViews: Readonly<Record<string, readonly string[]>>
}

export const ownership: Ownership = {
  tables: {
    platform: [
      'due_note',
      'event_line',
      'event_log',
      'idempotency_key',
      'life',
      'mail',
      'outbox',
      'partition_plan',
      'rate_limit',
      'schema_migration',
    ],
    audit: ['audit_log_change', 'audit_log_entry', 'audit_log_setting'],
    benefits: ['benefit', 'benefit_file', 'github_connection', 'used_oauth_redirect'],
    catalog: [
      'custom_field',
      'discount',
      'discount_product',
      'product',
      'product_benefit',
      'product_custom_field',
      'product_media',
      'product_price',
    ],
    checkout: [
      'checkout',
      'checkout_link',
      'checkout_link_product',
      'checkout_product',
      'discount_redemption',
    ],
    credits: ['credit_account', 'credit_burn', 'credit_lot', 'credit_lot_burn', 'credit_movement'],
    customers: ['customer', 'customer_session'],
    entitlements: [
      'benefit_grant',
      'delivery_notice',
      'external_access',
      'file_download',
      'license_activation',
      'license_key',
      'license_key_digest',
      'license_signing_key',
      'oauth_account',
    ],
    files: ['file', 'picture'],
    identity: ['account', 'audit_entry', 'first_operator', 'session', 'users', 'verification'],
    ledger: [
      'balance_transaction',
      'entry_line',
      'journal_entry',
      'ledger_account',
      'reconciliation',
      'reconciliation_difference',
    ],
    limits: ['usage_alert', 'usage_limit', 'usage_reservation'],
    lists: ['list_columns', 'saved_view'],
    metering: ['meter'],
    metrics: ['exchange_rate', 'metrics_day', 'metrics_difference', 'metrics_roll_up'],
    orders: [
      'customer_balance',
      'customer_balance_entry',
      'dispute',
      'invoice',
      'invoice_counter',
      'invoice_document',
      'order_item',
      'orders',
      'refund',
      'seller_details',
    ],
    organizations: [
      'command_line_login',
      'invitation',
      'member',
      'organization',
      'organization_access_token',
      'organization_clock',
      'organization_limit',
      'secret_directory',
      'team',
    ],
    payments: [
      'method_set_up',
      'payment',
      'payment_method',
      'processor_customer',
      'processor_event',
      'sandbox_dispute',
      'sandbox_intent',
      'sandbox_refund',
    ],
    portal: ['customer_email_change', 'portal_code', 'portal_code_guess', 'portal_plan'],
    subscriptions: [
      'billing_entry',
      'movement_backfill',
      'subscription',
      'subscription_attempt',
      'subscription_change',
      'settled_usage',
      'subscription_meter',
      'subscription_movement',
      'subscription_notice',
      'subscription_notified_product',
      'subscription_price',
      'usage_settlement',
    ],
    tax: ['tax_registration', 'tax_transaction'],
    topups: ['credit_purchase', 'top_up'],
    usage: [
      'customer_meter',
      'usage_adoption',
      'usage_erasure',
      'usage_event',
      'usage_event_key',
      'usage_event_name',
      'usage_period',
      'usage_retention',
      'usage_value',
      'usage_void',
    ],
    webhooks: ['webhook_attempt', 'webhook_delivery', 'webhook_endpoint', 'webhook_lane'],
  },
  sharedViews: {
    checkout: ['checkout_link_label', 'opened_checkout', 'shared_checkout_link'],
    benefits: ['benefit_kind', 'offered_file'],
    catalog: [
      'benefit_of_product',
      'discount_label',
      'product_billing_threshold',
      'product_summary',
    ],
    credits: ['covered_usage', 'customer_credit', 'served_usage'],
    customers: ['customer_contact', 'customer_reference'],
    identity: ['person', 'person_session'],
    entitlements: ['undelivered_grant'],
    metering: ['meter_label'],
    usage: ['customer_meter_quantity', 'metered_usage'],
    orders: [
      'billed_usage',
      'booked_line',
      'charged_order',
      'dispute_to_answer',
      'entitling_order',
      'order_correction',
      'order_tax_place',
      'paid_order',
      'placed_order',
      'placed_sale',
    ],
    organizations: [
      'colleague',
      'frozen_clock',
      'organization_profile',
      'organization_time_zone',
      'secret_owner',
    ],
    payments: ['charged_payment', 'method_set_up_outcome', 'order_payment', 'payment_outcome'],
    subscriptions: [
      'ending_subscription',
      'entitling_subscription',
      'held_subscription',
      'overdue_subscription',
      'pending_movement',
      'recurring_movement',
      'subscription_price_kind',
      'subscription_shown',
      'subscription_start',
      'unaccepted_subscription',
      'usage_billed_early',
    ],
    tax: ['seller_tax_number'],
    topups: ['stopped_top_up'],
    webhooks: ['webhook_endpoint_health', 'webhook_handled_delivery', 'webhook_subscribed_event'],
  },
}

/** Tables and views of the application, sorted like `namesOf`. */
export const relationsQuery = `
  select c.relname::text as name, c.relkind in ('v', 'm') as "isView"
    from pg_class c
   where c.relnamespace = 'public'::regnamespace
     and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
   order by c.relname collate "C"`

export const namesOf = (owned: Ownership['tables']): string[] =>
  Object.values(owned).flat().toSorted()

export interface TableFault {
  readonly path: string
  readonly verb: 'reads' | 'writes'
  readonly table: string
  readonly text: string
}

export function tableFaults(
  files: readonly SourceFile[],
  { tables, sharedViews }: Ownership = ownership,
): TableFault[] {
  const ownerOfTable = ownersByName(tables)
  const ownerOfView = ownersByName(sharedViews)
  return files.flatMap((file) => {
    const domain = domainOf(file)
    if (domain === undefined) return []
    const { path } = file
    return distinct(referencesIn(file.text)).flatMap(({ verb, table }): TableFault[] => {
      const viewOwner = verb === 'writes' ? ownerOfView.get(table) : undefined
      const owner = ownerOfTable.get(table) ?? viewOwner
      if (owner === undefined || owner === domain) return []
      const text = `${path}: ${verb} "${table}", which belongs to ${owner}`
      return [{ path, verb, table, text }]
    })
  })
}

const ownersByName = (owned: Ownership['tables']): Map<string, string> =>
  new Map(Object.entries(owned).flatMap(([owner, names]) => names.map((name) => [name, owner])))

function domainOf(file: SourceFile): string | undefined {
  if (!isCode(file) || isTest(file)) return undefined
  return /^packages\/server\/src\/domains\/([\w-]+)\//.exec(file.path)?.[1]
}

type Reference = Pick<TableFault, 'verb' | 'table'>

const distinct = (references: readonly Reference[]): Reference[] => [
  ...new Map(references.map((reference) => [Object.values(reference).join(), reference])).values(),
]

// Names of common table expressions and functions are among the references; they have no owner.
const referencesIn = (text: string): Reference[] => [
  ...queryReferences(withoutComments(text)),
  ...queryStringsIn(withoutComments(text)).flatMap(sqlReferences),
  ...templatesIn(withoutStrings(text)).flatMap(sqlReferences),
]

const queryCall =
  /\.(\w*(?:From|from|Join|using|JoinLateral)|updateTable|(?:insert|merge)Into)\(\s*(\[[^\]]*\]|'[^']*')/g
const writingCalls = new Set(['updateTable', 'insertInto', 'mergeInto', 'deleteFrom'])

function queryReferences(code: string): Reference[] {
  return [...code.matchAll(queryCall)].flatMap(([, call = '', names = '']) =>
    [...names.matchAll(/'(\w+)(?: as \w+)?'/g)].map(([, name = '']) => ({
      verb: writingCalls.has(call) ? 'writes' : 'reads',
      table: snakeCase(name),
    })),
  )
}

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const queryStringsIn = (code: string): string[] =>
  [...code.matchAll(/'((?:select|insert|update|delete|with) [^'\n]*)'/g)].map(
    ([, query = '']) => query,
  )

const templatePieces = /\\[\s\S]|\$\{|'[^'`$\n]*'|[`{}]|[^\\$'`{}]+|[\s\S]/g

/** A template nested in another one is returned separately. */
function templatesIn(code: string): string[] {
  const found: string[] = []
  const open: { text: string; braces: number }[] = []
  for (const [piece] of code.matchAll(templatePieces)) {
    const template = open.at(-1)
    if (template === undefined || template.braces > 0) {
      if (piece === '`') open.push({ text: '', braces: 0 })
      else if (template !== undefined) template.braces += braceChange(piece)
    } else if (piece === '`') {
      open.pop()
      found.push(template.text)
    } else if (piece === '${') {
      template.braces = 1
      template.text += ' $ '
    } else {
      template.text += piece
    }
  }
  return found
}

const braceChange = (piece: string): number =>
  piece === '}' ? -1 : piece === '{' || piece === '${' ? 1 : 0

const writing = /\b(?:delete\s+from|(?:insert|merge)\s+into|update|truncate)\s+(?:only\s+)?(\w+)/gi
const endOfList =
  /\b(?:where|on|using|join|left|right|full|inner|cross|group|having|order|limit|for|set|union|returning)\b[\s\S]*/i

function sqlReferences(sql: string): Reference[] {
  const isOnlyName = /^\s*\w+\s*$/.test(sql)
  if (isOnlyName) return [{ verb: 'reads', table: sql.trim() }]
  return levelsOf(sql.replace(/'[^']*'|--[^\n]*/g, ' ')).flatMap((level) => [
    ...[...level.matchAll(writing)].map(([, table = '']): Reference => ({ verb: 'writes', table })),
    ...[...level.matchAll(/\b(?:from|join|using)\b/gi)].flatMap(({ 0: word, index }) =>
      readAfter(level, index, word.length),
    ),
  ])
}

function readAfter(level: string, index: number, length: number): Reference[] {
  if (/\b(?:delete|distinct)\s+$/i.test(level.slice(0, index))) return []
  const list = level.slice(index + length).replace(endOfList, '')
  return list.split(',').flatMap((item): Reference[] => {
    const table = /^\s*(?:only\s+)?(\w+)(?!\s*\.|\w)/i.exec(item)?.[1]
    return table === undefined ? [] : [{ verb: 'reads', table }]
  })
}

/** A query and its subqueries, each without what is nested in it. */
function levelsOf(sql: string): string[] {
  const inner = /\(([^()]*)\)/g
  const nested = [...sql.matchAll(inner)].map(([, text = '']) => text)
  return nested.length === 0 ? [sql] : [...nested, ...levelsOf(sql.replace(inner, ' $ '))]
}
