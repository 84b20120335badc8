import type { Tamper } from './tampering.ts'

// Faults that are planted to check that the invariants reveal them: a statement that is skipped,
// one that forgets a column, and missing locks and version checks.

/** Matches across line breaks. */
const phrase = (words: string): RegExp => new RegExp(words.replaceAll(' ', '\\s+'))

const skipping = (words: string): Tamper => {
  const pattern = phrase(words)
  return (text) => (pattern.test(text) ? null : text)
}

const saving = phrase('update subscription s set status')

/** Saving a subscription leaves one column unchanged. */
const forgetting =
  (column: string): Tamper =>
  (text) =>
    saving.test(text) ? text.replace(`${column} = v.${column}`, `${column} = s.${column}`) : text

/** Metered prices of subscriptions are read with another value. */
const withMeteredPrice =
  (field: string, value: string): Tamper =>
  (text) =>
    /from "subscription_price" as "price"/.test(text)
      ? text.replace(
          'select "price".*,',
          `select "price".*, jsonb_set("price"."metered_price", '{${field}}', '${value}') as "metered_price",`,
        )
      : text

const forgettable = [
  'status',
  'product_id',
  'amount',
  'current_period_start',
  'current_period_end',
  'cancel_at_period_end',
  'canceled_at',
  'ends_at',
  'ended_at',
  'past_due_at',
  'attempts',
  'next_attempt_at',
  'grace_ends_at',
  'final_action_at',
  'revoked_at',
  'held_at',
  'due_at',
]

/** Of two fields that a statement sets, one keeps what it is. */
const keepingAddress: Tamper = (text) =>
  text.replace(
    /^(update "subscription" set .*)"billing_address" = (\$\d+)/s,
    '$1"billing_address" = coalesce("billing_address", $2)',
  )

const unguarded: Tamper = (text) =>
  text
    .replace(phrase('for no key update skip locked'), '')
    .replace(/(from "subscription" .*) for no key update/s, '$1')
    .replace(/claimed_until is null or claimed_until <= (\$\d+)/, '$1::timestamptz is not null')
    .replace(phrase('and s\\.version = v\\.version'), '')

/** What was given for one period counts as given for many. */
const prolongingDiscounts: Tamper = (text) =>
  text.replace(
    /^select \* from "discount"/,
    `select "discount".*, 'repeating' as "duration", 24 as "duration_in_months" from "discount"`,
  )

/** A customer’s new card is charged for what others bought with their address. */
const retryingForAll: Tamper = (text) =>
  text.replace(/and "accepted_at" is not null(?= and "status" in)/, '')

/** What is entered for a purchase becomes one of the customer’s own cards. */
const joiningCards: Tamper = (text) =>
  phrase('insert into payment_method').test(text)
    ? text.replace(/is_default, checkout_id, created_at(\s+from)/, 'is_default, null, created_at$1')
    : text

/** Fees are stored as zero, and posted as they are. */
const forgettingFees: Tamper = (text) =>
  phrase('insert into balance_transaction').test(text)
    ? text.replace('t.booked_fee_amount', '0::bigint')
    : text

/** What is reported, counted and billed of usage. */
const usageFaults: Readonly<Record<string, Tamper>> = {
  'events are counted twice': (text) =>
    text.replace(
      'event_count = p.event_count + excluded',
      'event_count = p.event_count + 2 * excluded',
    ),
  'quantities are added twice': (text) =>
    text.replace('sum = p.sum + excluded.sum', 'sum = p.sum + 2 * excluded.sum'),
  'the maximum is the latest': (text) =>
    text.replace('max = greatest(p.max, excluded.max)', 'max = excluded.max'),
  'repeated events are counted again': (text) =>
    text.replace('join inserted i on i.id = n.id', 'join incoming i on i.id = n.id'),
  'repeated events are stored again': (text) =>
    text.replace(phrase('or id in \\(select event_id from fresh\\)'), 'or true'),
  'every event has a new value': (text) => text.replace('s.event_count = n.event_count', 'true'),
  'values are new for ever': (text) =>
    text.replace(
      'do update set event_count = v.event_count + excluded',
      'do update set event_count = excluded',
    ),
  'values that were taken back stay': (text) =>
    text.replace(
      'update usage_value v set event_count = v.event_count - n',
      'update usage_value v set event_count = n',
    ),
  'names are counted once': (text) =>
    text.replace('known.occurrences + excluded.occurrences', 'known.occurrences'),
  'what is taken back stays counted': (text) =>
    text.replace('event_count = p.event_count - l.event_count', 'event_count = p.event_count'),
  'usage belongs to no subscription': (text) =>
    text.replace(phrase('and \\(is_within or p\\.is_open\\)'), 'and false'),
  'usage after the end of a period belongs to it': (text) =>
    text.replace('case when is_within then p.starts_at else p.ends_at end', 'p.starts_at'),
  'periods are never opened': skipping('with opened as'),
  'periods never end': skipping('update usage_period p set is_open = false'),
  'periods that are opened keep their end': (text) =>
    text.replace(
      'do update set ends_at = excluded.ends_at, is_open = true',
      'do update set is_open = true',
    ),
  'what follows an end is never moved': skipping('with following as'),
  'what was counted before is counted again': skipping('update usage_period p set event_count = 0'),
  'what is billed isn’t noted': skipping('insert into settled_usage'),
  'what was billed early is billed again': (text) =>
    text.replace('"billed"."amount" as "billed_amount"', 'null::bigint as "billed_amount"'),
  'periods that end stay billed in part': (text) => text.replace('is_open = excluded.is_open,', ''),
  'usage is billed early below its threshold': (text) =>
    text.replace(
      /^select \* from "product"/,
      'select "product".*, 1::bigint as "billing_threshold_amount" from "product"',
    ),
  'late usage is billed again and again': skipping('update settled_usage'),
  'usage is billed at twice its price': (text) =>
    /from "subscription_price" as "price"/.test(text)
      ? text.replace(
          'select "price".*,',
          'select "price".*, 2 * "price"."unit_amount" as "unit_amount",',
        )
      : text,
  'usage is billed without its cap': (text) =>
    /from "subscription_price" as "price"/.test(text)
      ? text.replace('select "price".*,', 'select "price".*, null::bigint as "cap_amount",')
      : text,
  'usage is billed without its minimum': withMeteredPrice('minimumAmount', 'null'),
  'usage is billed with more included units': withMeteredPrice('includedUnits', '"50"'),
  'usage is billed without its last tier': (text) =>
    /from "subscription_price" as "price"/.test(text)
      ? text.replace(
          'select "price".*,',
          `select "price".*, jsonb_set("price"."metered_price", '{pricing,tiers,0,upTo}',
             'null') #- '{pricing,tiers,2}' #- '{pricing,tiers,1}' as "metered_price",`,
        )
      : text,
  'tiers begin anew after a change of the plan': (text) =>
    text.replace(phrase('select case when s\\.is_cut'), 'select case when false'),
  'usage waits for ever': (text) =>
    phrase('insert into billing_entry').test(text)
      ? text.replace(/::jsonb\)/, "::jsonb) where kind <> 'metered'")
      : text,
  'meters of subscriptions are never stored': (text) =>
    text.replace(
      /(insert into subscription_meter\s+select \* from jsonb_populate_recordset\(null::subscription_meter, \$\d+::jsonb\))/,
      '$1 where false',
    ),
}

const limitFaults: Readonly<Record<string, Tamper>> = {
  'limits don’t see what was used': (text) =>
    text.replace('u.consumed_units::text as consumed', '0::text as consumed'),
  'what is held is left for others': (text) =>
    text.replace(phrase("where r\\.status = 'held' and r\\.expires_at > c\\.now"), 'where false'),
  'nobody waits for the lock of a customer': skipping("hashtext\\('limits\\.customers'\\)"),
  'reservations never end': skipping('update usage_reservation r'),
  'thresholds are notified again and again': (text) =>
    text.replace(
      phrase('on conflict do nothing returning threshold'),
      'on conflict (organization_id, usage_limit_id, period_start, threshold) do update set threshold = excluded.threshold returning threshold',
    ),
}

const topUpFaults: Readonly<Record<string, Tamper>> = {
  'declined cards stop nothing': skipping('update "top_up" set'),
  'credits that were paid are never delivered': skipping('insert into credit_lot'),
  'purchases of credits never end': skipping('update "credit_purchase" set'),
  'top-ups buy without end': (text) =>
    text.replace(phrase('\\)::int as purchases from'), ')::int * 0 as purchases from'),
  'top-ups cost what they like': (text) =>
    text.replace(
      phrase('select t\\.\\*, coalesce\\(b\\.balance'),
      'select t.*, 100 * t.total_amount_max as total_amount_max, coalesce(b.balance',
    ),
  'half of the credits are given': (text) =>
    text.replace(
      /(insert into credit_lot as l\s+select \* from)( jsonb_populate_recordset\(null::credit_lot, \$\d+::jsonb\))/,
      `$1 (select (jsonb_populate_record(l, jsonb_build_object(
         'amount', case when l.source = 'purchase' then l.amount / 2 else l.amount end,
         'remaining', least(l.remaining, case when l.source = 'purchase' then l.amount / 2 else l.amount end)))).*
            from$2 l) halved`,
    ),
  'what is used stays in its lots': (text) =>
    text.replace(
      'set remaining = excluded.remaining, closed_by',
      'set remaining = case when excluded.closed_by is null then l.remaining else excluded.remaining end, closed_by',
    ),
  'movements of credits are never written': skipping('insert into credit_movement'),
}

/** What the ledger of movements misses or gets wrong. */
const movementFaults: Readonly<Record<string, Tamper>> = {
  'movements are never written': skipping('insert into subscription_movement'),
  'ends move nothing': (text) =>
    phrase('insert into subscription_movement').test(text)
      ? text.replace('on conflict do nothing', 'where n.ended = 0 $&')
      : text,
  'pauses move nothing': (text) =>
    phrase('insert into subscription_movement').test(text)
      ? text.replace('on conflict do nothing', "where n.kind <> 'pause' $&")
      : text,
  'yearly plans count as if they were monthly': (text) =>
    phrase('insert into subscription_movement').test(text)
      ? text.replace(
          phrase('n\\.is_start, n\\.list_amount'),
          `n.is_start, n.list_amount * case when exists (
             select from subscription s where s.organization_id = n.organization_id
                and s.id = n.subscription_id and s.recurring_interval = 'year') then 12 else 1 end`,
        )
      : text,
}

const faults: Readonly<Record<string, Tamper>> = {
  'no events are recorded': skipping('insert into outbox'),
  'no items are stored': skipping('insert into order_item'),
  'no attempts are recorded': skipping('insert into subscription_attempt'),
  'attempts are never taken': skipping('delete from "subscription_attempt"'),
  'entries are never marked as billed': skipping('update billing_entry'),
  'payments are never attached': skipping('update payment p set order_id'),
  'nothing is posted to the ledger': skipping('insert into journal_entry'),
  'no balance changes': skipping('insert into customer_balance'),
  'payouts take nothing from the balance': (text) =>
    text.replace(
      /(from jsonb_populate_recordset\(null::customer_balance_entry, \$\d+::jsonb\) e)/,
      "$1 where e.kind <> 'paid_out'",
    ),
  'what nobody accepted uses all credit': (text) =>
    text.replace(phrase('from unaccepted_subscription s left join orders o'), (found) =>
      found.replace(
        'unaccepted_subscription s',
        '(select * from unaccepted_subscription limit 0) s',
      ),
    ),
  'benefits are never granted': skipping('insert into benefit_grant'),
  'benefits stay for ever': (text) =>
    text
      .replace('set status = i.status', 'set status = g.status')
      .replace('revoked_at = i.revoked_at', 'revoked_at = g.revoked_at'),
  'benefits outlive what was paid': (text) =>
    text.replace('s.is_entitled and c.deleted_at is null', 'true'),
  'only the first benefit of a list is granted': (text) =>
    text.replace(/(from benefit_of_product\s+where )/, '$1position = 0 and '),
  'grants that were revoked are never restored': (text) =>
    text.replace('set status = i.status', 'set status = greatest(i.status, g.status)'),
  'changes of grants have no version': (text) =>
    text.replace('version = g.version + 1, modified_at', 'version = g.version, modified_at'),
  'grants end without a time': (text) =>
    text.replace('revoked_at = i.revoked_at', 'revoked_at = null'),
  'changed lists reach nobody': (text) =>
    text.replace(/(and \(\$\d+::uuid is null or s\.id > \$\d+\))/, '$1 and false'),
  'changed lists take nothing': (text) =>
    text.replace(
      /or exists \(\s+select from (benefit_grant g)/,
      'or false and exists (select from $1',
    ),
  'changed lists reach subscriptions only': (text) =>
    text.replace('from "entitling_order" s', 'from (select * from entitling_order limit 0) s'),
  'the first failed payment takes the benefits': (text) =>
    text.replace(
      /(null::uuid as "orderId", s\.customer_id as "customerId", s\.product_id as "productId",\s+)(s\.is_entitled)/,
      `$1 exists (select from subscription x
                   where x.organization_id = s.organization_id and x.id = s.id
                     and x.status <> 'past_due') and $2`,
    ),
  'license keys are never issued': skipping('select \\* from jsonb_to_recordset'),
  'license keys have no digest': (text) =>
    text.replace('select organization_id, digest, id from input', '$& where false'),
  'the usage of keys isn’t counted': (text) =>
    text.replace('set usage = i.usage', 'set usage = k.usage'),
  'the usage of keys has no limit': (text) =>
    text.replace('license_key.limit_usage,', 'null::int as limit_usage,'),
  'activations have no limit': (text) =>
    text.replace(
      'select count(*) as "count" from "license_activation"',
      'select 0 * count(*) as "count" from "license_activation"',
    ),
  'disabled keys stay valid': (text) =>
    text.replace('license_key.seller_status,', 'null::text as seller_status,'),
  'keys stay valid when nobody holds them': (text) =>
    text.replace(
      /(exists \(select from benefit_grant g\s+where[^"]*'granted'\)) as "is_held"/,
      '$1 is not null as "is_held"',
    ),
  'changed terms lower what was bought': (text) =>
    text.replace(
      'limit_usage = i.limit_usage,',
      'limit_usage = least(k.limit_usage, i.limit_usage),',
    ),
  'orders are never paid': skipping("update orders o set status = 'paid'"),
  'collection of orders never stops': skipping('update orders o set collection_stopped_at'),
  'what is written off counts as void': (text) =>
    text.replace(
      /(update orders o\s+set collection_stopped_at = \$\d+, collection_stopped_as = )(\$\d+)/,
      "$1coalesce(nullif($2, 'uncollectible'), 'void')",
    ),
  'refunds forget their credit notes': (text) =>
    text.replace('set credit_note_number = given.number', 'set credit_note_number = null'),
  'payments are never given up': skipping('update payment p set cancel_requested_at'),
  'prices are never replaced': skipping('insert into subscription_price'),
  'paid changes are never taken': skipping('delete from "subscription_change"'),
  'payments are never resumed': skipping('update payment p set resume_at'),
  'payments stay pending': skipping('update payment p set status'),
  'changed addresses never reach subscriptions': keepingAddress,
  'credits are never reserved': skipping('update order_item i set credited_amount'),
  'disputes are never recorded': skipping('insert into "dispute"'),
  'refunds don’t count': (text) =>
    text.replace(phrase("r\\.status in \\('pending', 'succeeded'\\)"), 'false'),
  'credits carry no tax': (text) =>
    text.replace(
      phrase('i\\.amount - i\\.discount_amount as net_amount, i\\.tax_amount'),
      'i.amount - i.discount_amount as net_amount, 0::bigint as tax_amount',
    ),
  'discounts last too long': prolongingDiscounts,
  'reported fees are forgotten': forgettingFees,
  'no locks and no version checks': unguarded,
  'what nobody confirms is never canceled': (text) =>
    text.replace(
      /p\.payment_method_id, p\.confirm_by$/,
      'p.payment_method_id, null::timestamptz as confirm_by',
    ),
  'failures on a page count': (text) =>
    phrase('insert into subscription_attempt').test(text)
      ? text.replace(
          'select * from',
          'select organization_id, payment_id, subscription_id, order_id, true, started_at, is_by_customer from',
        )
      : text,
  'new cards pay for unaccepted purchases': retryingForAll,
  'cards of purchases join the customer’s': joiningCards,
  ...usageFaults,
  ...limitFaults,
  ...topUpFaults,
  ...movementFaults,
  ...Object.fromEntries(forgettable.map((column) => [`forgotten ${column}`, forgetting(column)])),
}

export const billingFaults: readonly string[] = Object.keys(faults)

export const tamperOf = (fault: string): Tamper | null => faults[fault] ?? null
