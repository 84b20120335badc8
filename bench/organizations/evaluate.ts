import { type Result, rateResult } from '../results.ts'
import type { Measured } from './measure.ts'
import { few, many, type Statements } from './statements.ts'

const createRatioMin = 2.5
const readRatioMin = 3

export const evaluate = ({ creates, lists, reads, statements }: Measured): Result[] => [
  rateResult('create, organizations/s', creates, createRatioMin),
  rateResult('list of 10 organizations, requests/s', lists, readRatioMin),
  rateResult('get-full-organization of 100 members, requests/s', reads, readRatioMin),
  ...statements.ours.map((ours) =>
    statementsResult(
      ours,
      statements.peer.find(({ name }) => name === ours.name),
    ),
  ),
]

const statementsResult = (ours: Statements, peer: Statements | undefined): Result => ({
  figure: `${ours.name}, statements for ${few} and for ${many}`,
  ours: counts(ours),
  peer: peer === undefined ? '' : counts(peer),
  ratio: '',
  goal: 'equal',
  isMet: ours.few === ours.many,
})

const counts = (statements: Statements): string => `${statements.few}, ${statements.many}`
