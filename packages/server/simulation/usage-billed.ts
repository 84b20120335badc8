// Subscriptions of which what items say can be added up.

export const isUndiscounted = (subscription: string) => `
  not exists (select from orders o where o.organization_id = w.id
                 and o.subscription_id = ${subscription} and o.discount_id is not null)
  and not exists (select from event_log e where e.organization_id = w.id
                     and e.object_id = ${subscription}::text and e.object_type = 'subscription'
                     and e.payload ->> 'discount_id' is not null)`

/** Money that came back bounds what corrections of usage can give. */
export const isUnreturned = (subscription: string) => `
  not exists (select from orders o where o.organization_id = w.id
                 and o.subscription_id = ${subscription}
                 and (o.collection_stopped_at is not null
                      or exists (select from refund r where r.organization_id = w.id and r.order_id = o.id)
                      or exists (select from dispute d where d.organization_id = w.id and d.order_id = o.id)))`
