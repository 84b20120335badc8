import listed from './fixtures.json' with { type: 'json' }

/** Objects in the shape of Stripe's API. */
export const objects = listed.resources
