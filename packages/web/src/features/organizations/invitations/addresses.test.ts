import { expect, test } from 'vitest'
import { addressesMistake, readAddresses } from './addresses.ts'

test.each([
  ['', []],
  [' \n ', []],
  ['ada@example.com', ['ada@example.com']],
  ['a@x.example, b@x.example;c@x.example\nd@x.example', ['a', 'b', 'c', 'd'].map(atExample)],
  ['"L, Ada" <a@x.example>, Ben <b@x.example>', ['a', 'b'].map(atExample)],
  ['Ada L. <a@x.example>\nBen <b@x.example>', ['a', 'b'].map(atExample)],
  ['ada@example.com ADA@example.com', ['ADA@example.com']],
])('in %j there are %j', (text, expected) => {
  expect(readAddresses(text)).toEqual(expected)
})

function atExample(name: string): string {
  return `${name}@x.example`
}

const many = Array.from({ length: 21 }, (_, n) => `n${n}@example.com`)

test.each([
  ['', 'Enter an email address.'],
  ['ada@example.com', null],
  ['ada@example.com ada', '“ada” isn’t an email address.'],
  ['a@b@c', '“a@b@c” isn’t an email address.'],
  [many.slice(1).join(' '), null],
  [many.join(' '), 'Invite at most 20 people at once.'],
])('%j: %s', (text, mistake) => {
  expect(addressesMistake(text)).toBe(mistake)
})
