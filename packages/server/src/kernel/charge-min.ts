import type { Currency } from '@guildhall/contract/primitives'
import { type MinorUnits, type Money, minorUnits } from './money.ts'

/** The smallest amounts that processors charge, where it isn’t 50 minor units. */
const chargeMins: Readonly<Record<string, number>> = {
  aed: 200,
  bgn: 100,
  czk: 1_500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1_000,
}

const chargeMinUsual = 50

export const chargeMin = (currency: Currency): MinorUnits =>
  minorUnits(chargeMins[currency] ?? chargeMinUsual)

/** Whether every processor refuses a charge of this amount. */
export const isTooSmall = ({ amount, currency }: Money): boolean => amount < chargeMin(currency)
