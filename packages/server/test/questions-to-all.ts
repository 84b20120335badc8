interface QuestionToAll {
  /** Of a statement, which contains them. */
  readonly words: string
  readonly because: string
}

const work = 'Work is looked for in whichever organizations have some.'
const view = 'A view relates its parts by its rows, so nothing in it names the organization.'
const row = 'Subqueries find the organization in the row around them.'

/** Statements that ask every node of a cluster, with the reasons. */
export const questionsToAll: readonly QuestionToAll[] = [
  { words: 'claimable\n     group by organization_id', because: work },
  { words: 'where paid_at is not null and invoice_number is null\n', because: work },
  { words: 'coalesce(f.frozen_at, $1) as now\n      from usage_limit l', because: work },
  { words: 'from product_billing_threshold t', because: work },
  { words: 'from (select * from top_up', because: work },
  {
    words: 'select distinct organization_id from (\n      select organization_id from refund',
    because: work,
  },
  { words: 'from sandbox_dispute d', because: work },
  { words: 'where l.closed_by is null and l.expires_at <= $1', because: work },
  {
    words: 'from checkout c\n      left join frozen_clock o using (organization_id)',
    because: work,
  },
  { words: '"erasure_requested_at" is not null', because: work },
  { words: 'from "movement_backfill" order by', because: work },
  { words: 'from "usage_erasure" order by', because: work },
  { words: 'delete from "portal_code" where "expires_at"', because: work },
  { words: 'delete from "customer_email_change" where "expires_at"', because: work },
  { words: 'from metrics_roll_up where rolled_up_until', because: work },
  { words: 'from "customer_meter_quantity"', because: view },
  { words: 'from customer_meter_quantity', because: view },
  { words: 'from customer_credit', because: view },
  { words: 'join customer_credit', because: view },
  { words: 'from entitling_order', because: view },
  { words: 'delete from "used_oauth_redirect"', because: work },
  { words: 'left join covered_usage c', because: view },
  { words: 'left join "covered_usage"', because: view },
  { words: 'b.cells[width_bucket(', because: row },
  { words: 'select "customer".*, (\n  select coalesce(json_agg(shown)', because: row },
  { words: 'order by (select lower(', because: row },
  {
    words: 'select "organization_id" from "product_summary" where "id" = $1',
    because: 'A buyer names a product and not its seller.',
  },
]
