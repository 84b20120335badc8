import { orders, ownRows, subscriptions } from './world-rows.ts'

const isForOnePeriod = `(d.duration = 'once' or d.duration = 'repeating' and d.duration_in_months = 1)`

interface Discounted {
  readonly price: string
  readonly productId: string
}

/** The most that any discount for more than one period takes off a price. */
const continuing = ({ price, productId }: Discounted): string => `
  (select coalesce(max(case d.type when 'fixed' then least(d.amount, ${price})
                                   else round(${price} * d.basis_points / 10000.0) end), 0)
     from discount d
    where d.organization_id = w.id and not ${isForOnePeriod}
      and (not exists (select from discount_product l
                        where l.organization_id = w.id and l.discount_id = d.id)
           or exists (select from discount_product l
                       where l.organization_id = w.id and l.discount_id = d.id
                         and l.product_id = ${productId})))`

/** What a customer pays although they were given a discount. */
export const discountInvariants = {
  'a discount for one period takes nothing off another plan': `
    select s.id || ' has ' || sp.discount_amount || ' off' as violation
      from ${subscriptions} s
      join subscription_price sp on sp.organization_id = w.id and sp.subscription_id = s.id
     where s.ended_at is null
       and sp.discount_amount
             > ${continuing({ price: 'sp.amount * sp.quantity', productId: 's.product_id' })}
       and not exists (select from orders o
                         join order_item i on i.organization_id = w.id and i.order_id = o.id
                        where o.organization_id = w.id and o.subscription_id = s.id
                          and i.product_price_id = sp.product_price_id and not i.proration
                          and i.discount_amount >= sp.discount_amount)`,
  'a change charges its list price, less discounts that continue': `
    select i.id || ' charges ' || i.amount as violation
      from ${ownRows('order_item')} i
      join product_price p on p.organization_id = w.id and p.id = i.product_price_id
      join product on product.organization_id = w.id and product.id = p.product_id
     where i.proration and i.reverses_item_id is null and i.amount > 0
       and i.amount + 1
             < (p.price_amount
                - ${continuing({ price: 'p.price_amount', productId: 'p.product_id' })})
               * extract(epoch from i.period_end - i.period_start)
               / case product.recurring_interval when 'month' then 31 * 86400 else 366 * 86400 end`,
  'a discount for one period is billed once': `
    select o.subscription_id::text as violation from ${orders} o
      join ${ownRows('discount')} d on d.id = o.discount_id
     where ${isForOnePeriod} and o.discount_amount > 0
     group by o.subscription_id, d.id having count(*) > 1`,
} as const satisfies Record<string, string>
