/** On the wire, what responses contain for later lines of the official client. */
export const laterFields = {
  price: { source: 'catalog', tax_behavior: 'exclusive' },
  product: {
    trial_interval: null,
    trial_interval_count: null,
    meter_interval: null,
    meter_interval_count: null,
  },
  organization: {
    status: 'active',
    default_presentment_currency: 'usd',
    default_tax_behavior: 'exclusive',
    account_id: null,
    payout_account_id: null,
    sso_enforced: false,
    notification_settings: { new_order: false, new_subscription: false },
    customer_email_settings: {
      order_confirmation: true,
      subscription_confirmation: true,
      subscription_cycled: true,
      subscription_cycled_after_trial: true,
      subscription_updated: true,
      subscription_past_due: true,
      subscription_cancellation: true,
      subscription_uncanceled: false,
      subscription_revoked: true,
      subscription_paused: false,
      subscription_resumed: false,
      subscription_renewal_reminder: false,
      subscription_trial_conversion_reminder: false,
    },
    capabilities: {
      checkout_payments: true,
      subscription_renewals: true,
      payouts: false,
      refunds: true,
      api_access: true,
      dashboard_access: true,
    },
  },
  /** Of an organization with the defaults. */
  newOrganization: {
    allow_customer_updates: true,
    proration_behavior: 'prorate',
    customer_portal_settings: {
      usage: { show: true },
      customer: { allow_email_change: true },
      subscription: { update_plan: true, update_seats: false, pause: false },
    },
  },
  subscriptionSettings: { benefit_revocation_grace_period: 0, prevent_trial_abuse: false },
}
