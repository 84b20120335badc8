import type { TaxIdFormat } from '@guildhall/contract/customers/tax-ids'
import { stdnum, type Validator } from 'stdnum'
import { assert } from '../../../kernel/assert.ts'

/** Takes capitals without separators; returns the number as its country writes it, or null. */
export type NumberReader = (text: string) => string | null

/** For numbers without a known checksum. */
const looksLike =
  (pattern: RegExp): NumberReader =>
  (text) =>
    pattern.test(text) ? text : null

/** Checks the country's checksum. */
export const checked =
  (validator: Validator, prefix = ''): NumberReader =>
  (text) => {
    const found = validator.validate(text)
    return found.isValid ? `${prefix}${found.compact}` : null
  }

function by(country: string, number: string, prefix = ''): NumberReader {
  const validator = stdnum[country]?.[number]
  assert(validator !== undefined, `stdnum knows ${country} ${number}`)
  return checked(validator, prefix)
}

/** Needs the pattern as well: with the country code in front it would be the VAT number. */
const both =
  (pattern: RegExp, reader: NumberReader): NumberReader =>
  (text) =>
    pattern.test(text) ? reader(text) : null

const either =
  (...readers: readonly NumberReader[]): NumberReader =>
  (text) =>
    readers.map((read) => read(text)).find((found) => found !== null) ?? null

const bulgarian = by('BG', 'vat')

/** Nine digits with their checksum, and of a branch four more. */
const uic: NumberReader = (text) =>
  /^\d{9}(\d{4})?$/.test(text) && bulgarian(text.slice(0, 9)) !== null ? text : null

const hungarian = by('HU', 'anum')

/** The eight digits of the taxpayer, with the three for its tax and county or without. */
const hungarianTin: NumberReader = (text) =>
  /^\d{8}(\d[1-5]?\d{2})?$/.test(text) && hungarian(text.slice(0, 8)) !== null ? text : null

const corporateNumber = by('JP', 'cn')

/** `T` and the corporate number; a person in business has another thirteen digits. */
const japaneseInvoicing: NumberReader = (text) =>
  /^T\d{13}$/.test(text) && corporateNumber(text.slice(1)) !== null ? text : null

/** Each kind of number; a pattern alone where `stdnum` has no checksum of it. */
export const numberReaders: Readonly<Record<Exclude<TaxIdFormat, 'eu_vat'>, NumberReader>> = {
  ad_nrt: by('AD', 'nrt'),
  ae_trn: looksLike(/^1\d{14}$/),
  ar_cuit: by('AR', 'cuit'),
  au_abn: by('AU', 'abn'),
  // The reference number of a seller without a business number: twelve digits.
  au_arn: looksLike(/^\d{12}$/),
  bg_uic: uic,
  bh_vat: looksLike(/^\d{15}$/),
  bo_tin: looksLike(/^\d{7,12}$/),
  br_cnpj: by('BR', 'cnpj'),
  br_cpf: by('BR', 'cpf'),
  ca_bn: by('CA', 'bn'),
  // All fifteen characters: the business number, RT and the account.
  ca_gst_hst: both(/^\d{9}RT\d{4}$/, by('CA', 'gst')),
  ca_pst_bc: by('CA', 'pst'),
  ca_pst_mb: looksLike(/^\d{7}$/),
  ca_pst_sk: looksLike(/^\d{7}$/),
  ca_qst: by('CA', 'qst'),
  ch_uid: by('CH', 'uid'),
  ch_vat: by('CH', 'vat'),
  cl_tin: by('CL', 'rut'),
  cn_tin: by('CN', 'uscc'),
  co_nit: by('CO', 'nit'),
  cr_tin: either(by('CR', 'cpj'), by('CR', 'cpf')),
  de_stn: by('DE', 'stnr'),
  do_rcn: by('DO', 'rnc'),
  ec_ruc: by('EC', 'ruc'),
  eg_tin: by('EG', 'tn'),
  es_cif: by('ES', 'cif'),
  // Of sellers outside the Union, in the one-stop shop: of services, and of imports.
  eu_oss_vat: looksLike(/^(EU\d{9}|IM\d{10})$/),
  gb_vat: by('GB', 'vat', 'GB'),
  ge_vat: looksLike(/^\d{9}$/),
  // The business registration is eight digits, and of a certificate fourteen more.
  hk_br: looksLike(/^\d{8}$/),
  hr_oib: both(/^\d{11}$/, by('HR', 'oib')),
  hu_tin: hungarianTin,
  id_npwp: by('ID', 'npwp'),
  il_vat: either(by('IL', 'hp'), both(/^\d{9}$/, by('IL', 'idnr'))),
  in_gst: by('IN', 'gstin'),
  is_vat: by('IS', 'vsk'),
  jp_cn: corporateNumber,
  // Of foreign sellers of digital services: five digits.
  jp_rn: looksLike(/^\d{5}$/),
  jp_trn: japaneseInvoicing,
  ke_pin: by('KE', 'pin'),
  kr_brn: by('KR', 'brn'),
  kz_bin: looksLike(/^\d{12}$/),
  // Liechtenstein's numbers are of the Swiss register.
  li_uid: by('CH', 'uid'),
  mx_rfc: by('MX', 'rfc'),
  my_frp: looksLike(/^\d{8}$/),
  my_itn: looksLike(/^(C|CS|D|E|F|FA|PT|TA|TC|TN|TR|TP|TJ|LE|IG|SG|OG)\d{9,11}$/),
  my_sst: looksLike(/^[A-Z]\d{14}$/),
  ng_tin: looksLike(/^\d{12}$/),
  no_vat: by('NO', 'mva'),
  // Of foreign sellers in the simplified scheme: seven digits.
  no_voec: looksLike(/^\d{7}$/),
  nz_gst: by('NZ', 'ird'),
  om_vat: looksLike(/^OM\d{10}$/),
  pe_ruc: by('PE', 'ruc'),
  ph_tin: looksLike(/^\d{9}(\d{3}|\d{5})?$/),
  ro_tin: both(/^\d{2,10}$/, by('RO', 'cif')),
  rs_pib: by('RS', 'pib'),
  ru_inn: by('RU', 'inn'),
  ru_kpp: looksLike(/^\d{4}[0-9A-Z]{2}\d{3}$/),
  sa_vat: looksLike(/^3\d{13}3$/),
  // Of a company its register's number, of others M, eight digits or one letter more, and X.
  sg_gst: looksLike(/^(M\d{8}[A-Z]|M[A-Z0-9]\d{7}[A-Z]|\d{9}[A-Z])$/),
  sg_uen: by('SG', 'uen'),
  si_tin: both(/^\d{8}$/, by('SI', 'ddv')),
  sv_nit: by('SV', 'nit'),
  th_vat: either(by('TH', 'moa'), by('TH', 'tin')),
  tr_tin: either(by('TR', 'vkn'), by('TR', 'tckimlik')),
  tw_vat: by('TW', 'ubn'),
  ua_vat: looksLike(/^(\d{9}|\d{10}|\d{12})$/),
  us_ein: by('US', 'ein'),
  uy_ruc: by('UY', 'rut'),
  ve_rif: by('VE', 'rif'),
  vn_tin: by('VN', 'mst'),
  za_vat: by('ZA', 'vat'),
}
