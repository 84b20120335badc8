import { type Judgement, judgeRate } from '../judgement.ts'
import type { Measured } from './measure.ts'
import { few, many, type Statements } from './statements.ts'

const createRatioMin = 2.5
const readRatioMin = 3

export const judge = ({ creates, lists, reads, statements }: Measured): Judgement[] => [
  judgeRate('create, organizations/s', creates, createRatioMin),
  judgeRate('list of 10 organizations, requests/s', lists, readRatioMin),
  judgeRate('get-full-organization of 100 members, requests/s', reads, readRatioMin),
  ...statements.ours.map((ours) =>
    judgeStatements(
      ours,
      statements.peer.find(({ name }) => name === ours.name),
    ),
  ),
]

const judgeStatements = (ours: Statements, peer: Statements | undefined): Judgement => ({
  figure: `${ours.name}, statements for ${few} and for ${many}`,
  ours: told(ours),
  peer: peer === undefined ? '' : told(peer),
  ratio: '',
  goal: 'as many',
  isMet: ours.few === ours.many,
})

const told = (statements: Statements): string => `${statements.few}, ${statements.many}`
