/** The 16 Brazilian zones of the settings form (part 2 §9), by their IANA names. */
export const TIME_ZONES = [
  'America/Rio_Branco',
  'America/Maceio',
  'America/Manaus',
  'America/Eirunepe',
  'America/Noronha',
  'America/Bahia',
  'America/Fortaleza',
  'America/Sao_Paulo',
  'America/Cuiaba',
  'America/Campo_Grande',
  'America/Belem',
  'America/Santarem',
  'America/Recife',
  'America/Porto_Velho',
  'America/Boa_Vista',
  'America/Araguaina',
] as const
export const DEFAULT_TIME_ZONE = 'America/Sao_Paulo'
