/** Names of people, streets and towns in English and French Canada. */
export const people = {
  en: {
    first:
      'Olivia Liam Emma Noah Charlotte Oliver Amelia Jack Sophie Thomas Grace Ethan Hannah Lucas Priya Arjun Mei Wei Fatima Omar Chloe Daniel Maya Samuel Nora Benjamin Zoe Marcus Elena Victor'.split(
        ' ',
      ),
    last: 'Smith Brown Tremblay-Reid Wilson MacDonald Campbell Singh Nguyen Chen Patel Thompson Anderson Martin Fraser Stewart Kowalski Ivanov Ahmed Okafor Jensen Leblanc Bouchard Murphy Walsh Sinclair Grant Dhillon Kim Rossi Schmidt'.split(
      ' ',
    ),
  },
  fr: {
    first:
      'Florence William Rosalie Nathan Béatrice Thomas Éloïse Félix Léa Raphaël Maélie Émile Juliette Zacharie Océane Xavier Mégane Étienne Noémie Jérôme Geneviève François Mélanie Benoît Valérie Stéphane Josée Sébastien Chantal Hélène'.split(
        ' ',
      ),
    last: 'Tremblay Gagnon Roy Côté Bouchard Gauthier Morin Lavoie Fortin Gagné Ouellet Pelletier Bélanger Lévesque Bergeron Leblanc Paquette Girard Simard Boucher Caron Beaulieu Cloutier Dubé Poirier Fournier Lapointe Leclerc Lefebvre Thériault'.split(
      ' ',
    ),
  },
};

export const streets = {
  en: [
    'Main Street',
    'King Street West',
    'Queen Street East',
    'Industrial Road',
    'Auto Mall Drive',
    'Highway 7',
    'Victoria Avenue',
    'Dundas Street',
    'Portage Avenue',
    'Macleod Trail',
  ],
  fr: [
    'rue Principale',
    'boulevard Laurier',
    'rue Saint-Jean',
    'boulevard des Récollets',
    'chemin Sainte-Foy',
    'avenue du Parc',
    'boulevard Taschereau',
    'rue King Ouest',
    'route 132',
    'montée Saint-François',
  ],
};

/** [town, province, first half of a postal code, area code], repeated for towns with more dealers. */
export const towns = [
  ...['Toronto ON M4B 416', 'Montréal QC H2X 514', 'Vancouver BC V5K 604', 'Calgary AB T2P 403'].flatMap(
    (town) => [town, town, town],
  ),
  ...[
    'Mississauga ON L5B 905',
    'Ottawa ON K1P 613',
    'Laval QC H7T 450',
    'Québec QC G1R 418',
    'Edmonton AB T5J 780',
    'Winnipeg MB R3C 204',
    'Longueuil QC J4K 450',
    'Gatineau QC J8X 819',
    'Hamilton ON L8P 905',
  ].flatMap((town) => [town, town]),
  ...[
    'Kingston ON K7L 613',
    'London ON N6A 519',
    'Windsor ON N9A 519',
    'Barrie ON L4M 705',
    'Sudbury ON P3E 705',
    'Peterborough ON K9H 705',
    'Guelph ON N1H 519',
    'Oshawa ON L1H 905',
  ],
  ...[
    'Sherbrooke QC J1H 819',
    'Trois-Rivières QC G9A 819',
    'Chicoutimi QC G7H 418',
    'Drummondville QC J2B 819',
    'Saint-Jérôme QC J7Z 450',
    'Granby QC J2G 450',
    'Rimouski QC G5L 418',
    'Lévis QC G6V 418',
    'Rouyn-Noranda QC J9X 819',
  ],
  ...[
    'Victoria BC V8W 250',
    'Kelowna BC V1Y 250',
    'Surrey BC V3T 604',
    'Kamloops BC V2C 250',
    'Nanaimo BC V9R 250',
    'Red_Deer AB T4N 403',
    'Lethbridge AB T1J 403',
    'Medicine_Hat AB T1A 403',
  ],
  ...[
    'Regina SK S4P 306',
    'Saskatoon SK S7K 306',
    'Moose_Jaw SK S6H 306',
    'Brandon MB R7A 204',
    'Halifax NS B3J 902',
    'Sydney NS B1P 902',
    'Truro NS B2N 902',
  ],
  ...[
    'Moncton NB E1C 506',
    'Fredericton NB E3B 506',
    'Saint_John NB E2L 506',
    'Edmundston NB E3V 506',
    'Charlottetown PE C1A 902',
    'Summerside PE C1N 902',
  ],
  ...[
    "St._John's NL A1C 709",
    'Corner_Brook NL A2H 709',
    'Whitehorse YT Y1A 867',
    'Yellowknife NT X1A 867',
    'Iqaluit NU X0A 867',
  ],
].map((line) => {
  const [town, province, prefix, area] = line.split(' ');
  return { city: town.replaceAll('_', ' '), province, prefix, area };
});

export const dealerNames = {
  en: [
    '{last} Motors',
    '{last} Auto',
    '{city} Chrysler',
    '{last} & Sons Automotive',
    '{city} Auto Centre',
    'Northgate {city}',
    '{last} Automotive Group',
    '{city} Import Motors',
  ],
  fr: [
    '{last} Automobiles',
    'Garage {last}',
    'Autos {city}',
    '{last} et Fils Autos',
    'Centre de l’auto {city}',
    'Les Autos {last}',
    'Automobiles {city}',
    'Carrefour {last}',
  ],
};

export const groupNames = [
  'Maritime Auto Group',
  'Groupe Laurentien Autos',
  'Prairie Motors Group',
  'Pacific Dealer Partners',
  'Groupe Automobile Saint-Laurent',
  'Golden Horseshoe Motors',
  'Rocky Mountain Auto Group',
  'Groupe Saguenay',
  'Great Lakes Automotive',
  'Northern Lights Motors',
];

export const lenders = {
  en: ['Credit Union', 'Savings and Loan', 'Auto Finance', 'Community Bank', 'Trust'],
  fr: ['Caisse populaire', 'Crédit auto', 'Coopérative de crédit', 'Société de financement'],
};
