interface QuestionToAll {
  /** Of a statement, which contains them. */
  readonly words: string
  readonly because: string
}

const recount = 'Every ten minutes, a recount finds work that no transaction has noted.'
const death = 'When a process has died: where it had claimed rows.'
const seldom = 'When a worker starts and every six hours, the same for work that nobody waits for.'
const expired = 'Every hour or every ten minutes, what has expired is deleted wherever it is.'
const ending =
  'Every hour or every night, what ends soon or was left over is looked for wherever it is.'
const nightly =
  'Every night, what was kept of each organization is compared with what it is made of.'
const view = 'A view relates its parts by its rows, so nothing in it names the organization.'
const row = 'Subqueries find the organization in the row around them.'

/** Statements that ask every node of a cluster, with the reasons. */
export const questionsToAll: readonly QuestionToAll[] = [
  { words: 'claimable\n     group by organization_id', because: expired },
  { words: '::uuid[])\n     group by organization_id order by organization_id', because: death },
  { words: 'where paid_at is not null and invoice_number is null and true', because: recount },
  { words: 'where runs_on_real_time and due_at <= $1\n', because: recount },
  { words: "where status = 'pending' and resume_at <= $1\n", because: recount },
  { words: 'from external_access\n     where due_at <= $1\n', because: recount },
  { words: 'c.expires_at <= coalesce(o.frozen_at, $2)\n       group by', because: recount },
  {
    words: "d.status = 'needs_response' and d.decides_at <= coalesce(k.frozen_at, $2)",
    because: recount,
  },
  { words: 'where l.closed_by is null and l.expires_at <= $1', because: recount },
  { words: 'from usage_limit w\n       where', because: recount },
  { words: 'from product_billing_threshold w\n       where', because: recount },
  { words: 'from top_up w\n       where', because: recount },
  { words: 'from customer w\n       where', because: seldom },
  { words: 'from movement_backfill w\n       where', because: seldom },
  { words: 'from usage_erasure w\n       where', because: seldom },
  { words: 'delete from "portal_code" where "expires_at"', because: expired },
  { words: 'delete from "customer_email_change" where "expires_at"', because: expired },
  { words: 'select organization_id, time_zone from metrics_roll_up', because: seldom },
  { words: 'delete from "used_oauth_redirect"', because: expired },
  { words: 'delete from "processor_event" where "received_at"', because: expired },
  { words: 'from "organization_access_token" where "expiry_notice_due_at"', because: ending },
  { words: 'and "is_uploaded" = $1 and "upload_ends_at" < $2', because: ending },
  {
    words: 'where o.organization_id = m.organization_id) and m.deleted_at is null and (m.exp_year',
    because: ending,
  },
  {
    words: 'distinct organization_id as "organizationId" from benefit_of_product',
    because: nightly,
  },
  { words: 'from "metrics_roll_up" where ("recounted_at" is null', because: nightly },
  { words: 'from order_correction k', because: view },
  { words: 'from (select * from order_correction k', because: view },
  { words: 'from (select * from recurring_movement m', because: view },
  { words: 'select from shared_checkout_link l', because: view },
  { words: 'b.cells[width_bucket(', because: row },
  { words: '(select lower(p.name) from product_summary p', because: row },
  { words: 'order by (select lower(', because: row },
  {
    words: 'a.organization_id <> $4\n       and exists (select from benefit_grant g',
    because: 'An account at another service may have the same thing from other sellers.',
  },
  {
    words: 'set due_at = $1, attempts = 0, version = version + 1\n     where provider = $2',
    because: 'The same, when one of them has taken it away.',
  },
  {
    words: 'select "organization_id" from "product_summary" where "id" = $1',
    because: 'A buyer names a product and not its seller.',
  },
]
