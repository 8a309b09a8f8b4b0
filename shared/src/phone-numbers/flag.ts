import { cutText } from '../text.ts'

/**
 * Regions by country calling code (ITU-T E.164), for codes of one region. Shared codes such as +1 are left out: a wrong
 * flag is worse than none. Brazil is left out too, because the product is at home there.
 */
const REGIONS: Record<string, string> = {
  20: 'EG',
  27: 'ZA',
  30: 'GR',
  31: 'NL',
  32: 'BE',
  33: 'FR',
  34: 'ES',
  36: 'HU',
  40: 'RO',
  41: 'CH',
  43: 'AT',
  45: 'DK',
  46: 'SE',
  48: 'PL',
  49: 'DE',
  51: 'PE',
  52: 'MX',
  53: 'CU',
  54: 'AR',
  56: 'CL',
  57: 'CO',
  58: 'VE',
  60: 'MY',
  62: 'ID',
  63: 'PH',
  65: 'SG',
  66: 'TH',
  81: 'JP',
  82: 'KR',
  84: 'VN',
  86: 'CN',
  90: 'TR',
  91: 'IN',
  92: 'PK',
  234: 'NG',
  238: 'CV',
  239: 'ST',
  244: 'AO',
  245: 'GW',
  254: 'KE',
  258: 'MZ',
  351: 'PT',
  352: 'LU',
  353: 'IE',
  354: 'IS',
  358: 'FI',
  380: 'UA',
  420: 'CZ',
  421: 'SK',
  501: 'BZ',
  502: 'GT',
  503: 'SV',
  504: 'HN',
  505: 'NI',
  506: 'CR',
  507: 'PA',
  509: 'HT',
  591: 'BO',
  592: 'GY',
  593: 'EC',
  595: 'PY',
  597: 'SR',
  598: 'UY',
  670: 'TL',
  852: 'HK',
  853: 'MO',
  886: 'TW',
  971: 'AE',
  972: 'IL',
}

/** The region of a foreign number, as ISO 3166 has it; undefined for a Brazilian number or an unclear one. */
export const foreignRegionOf = (number: string): string | undefined =>
  REGIONS[cutText(number, 3)] ?? REGIONS[cutText(number, 2)]

/** How far the letters A to Z of a flag are from those of a text, in Unicode. */
const TO_REGIONAL_INDICATOR = 0x1f1e6 - 'A'.charCodeAt(0)

/** The flag of a region: two letters that fonts draw as a flag. */
export const flagOf = (region: string): string =>
  String.fromCodePoint(...[...region].map((letter) => letter.charCodeAt(0) + TO_REGIONAL_INDICATOR))
