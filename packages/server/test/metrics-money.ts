/**
 * What follows some of the orders of a history: payments at once or after a failure, refunds that
 * succeed or fail later, disputes that are won, lost or grow, and usage on the bill.
 */
export const moneyStatements = `
  create temporary table followed on commit drop as
    select row_number() over (order by created_at, id) as n, id, customer_id, created_at as at, currency,
           net_amount as amount, gen_random_uuid() as payment_id, gen_random_uuid() as refund_id,
           subscription_id is not null as recurs
      from orders
     where organization_id = $organization and hashtext(customer_id::text || created_at) % 8 = 0;

  insert into payment (organization_id, id, status, processor, processor_id, amount, currency,
                       decline_reason, description, seller_name, order_id, customer_id,
                       customer_email, started_at, created_at)
  select $organization, p.id, p.status, 'sandbox', p.id::text, f.amount, f.currency,
         case p.status when 'failed' then 'card_declined' end, 'Plan', 'History', f.id, f.customer_id,
         'a@buyer.test', p.at, p.at
    from followed f
   cross join lateral (values
     (f.payment_id, 'succeeded', f.at + case when f.n % 3 = 0 then interval '40 hours' else interval '0' end),
     (gen_random_uuid(), 'failed', f.at), (gen_random_uuid(), 'failed', f.at + interval '1 day'))
     p (id, status, at)
   where (p.status = 'succeeded' or f.n % 3 = 0) and p.at < $until;

  insert into refund (organization_id, id, order_id, payment_id, status, reason, amount, tax_amount,
                      currency, revoke_benefits, answered_at, created_at)
  select $organization, refund_id, id, payment_id,
         case when n % 8 = 4 then 'failed' else 'succeeded' end, 'other', amount / 2, 0, currency, false,
         at + interval '5 days', at + interval '5 days'
    from followed where n % 4 = 0 and at + interval '5 days' < $until;

  create temporary table posted on commit drop as
    select gen_random_uuid() as id, p.kind, p.source, f.id as order_id, f.payment_id,
           case when p.kind like 'refund%' then f.refund_id end as refund_id,
           case when p.kind like 'dispute%' then 'd' || f.id end as dispute_id, p.at, f.currency,
           p.amount, p.from_account, p.to_account
      from followed f
     cross join lateral (values
       (0, 'payment', 'payment:' || f.payment_id, f.at + interval '41 hours', f.amount,
        'cash_at_processor', 'seller_payable'),
       (4, 'refund', 'refund:' || f.refund_id, f.at + interval '5 days', f.amount / 2,
        'seller_payable', 'cash_at_processor'),
       (4, 'refund_reversal', 'refund_reversal:' || f.refund_id, f.at + interval '70 days', f.amount / 2,
        'cash_at_processor', 'seller_payable'),
       (5, 'dispute', 'dispute:d' || f.id, f.at + interval '9 days', f.amount / 4,
        'seller_payable', 'dispute_clearing'),
       (5, 'dispute', 'dispute:d' || f.id || ':9', f.at + interval '12 days', f.amount / 5,
        'seller_payable', 'dispute_clearing'),
       (5, 'dispute_lost', 'dispute_end:d' || f.id, f.at + interval '50 days', f.amount / 4,
        'dispute_clearing', 'cash_at_processor'),
       (5, 'dispute_lost', 'dispute_end:d' || f.id || ':9', f.at + interval '50 days', f.amount / 5,
        'dispute_clearing', 'cash_at_processor'))
       p (every, kind, source, at, amount, from_account, to_account)
     where (p.every = 0 or f.n % p.every = 0) and (p.kind <> 'refund_reversal' or f.n % 8 = 4)
       and (p.kind <> 'dispute_lost' or f.n % 2 = 0) and p.at < $until;

  insert into journal_entry (organization_id, id, kind, source, order_id, payment_id, refund_id,
                             dispute_id, occurred_at)
  select $organization, id, kind, source, order_id, payment_id, refund_id, dispute_id, at from posted;
  insert into entry_line (organization_id, entry_id, ordinal, account, currency, debit, credit)
  select $organization, p.id, l.ordinal, l.account, p.currency, l.debit, l.credit
    from posted p
   cross join lateral (values (1, p.from_account, p.amount, 0), (2, p.to_account, 0, p.amount))
     l (ordinal, account, debit, credit);

  insert into order_item (organization_id, id, order_id, position, label, amount, discount_amount,
                          tax_amount, proration, usage_settlement_id, created_at)
  select $organization, gen_random_uuid(), id, 0, 'Calls', amount / 3, amount / 30, 0, false,
         gen_random_uuid(), at
    from followed where recurs and n % 7 = 0;`
