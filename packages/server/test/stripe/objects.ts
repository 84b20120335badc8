import listed from './fixtures.json' with { type: 'json' }

/** Objects as Stripe has them. */
export const objects = listed.resources
