import components from './componentsFrench.json' with { type: 'json' };

/** Names of brands with an ending → the same with its French. */
const named =
  (...brands) =>
  (ending, french) =>
    Object.fromEntries(brands.flat().map((brand) => [`${brand}${ending}`, `${brand}${french}`]));

/** French of the generated records' texts: entity → field → text → French. */
export const shippedFrench = {
  component: { Name: components },
  'component-type': {
    Name: {
      Engine: 'Moteur',
      'Forced induction': 'Suralimentation',
      Transmission: 'Transmission',
      'Drive axle': 'Essieu moteur',
      'Transfer case': 'Boîte de transfert',
      Steering: 'Direction',
      Suspension: 'Suspension',
      Brakes: 'Freins',
      'Air conditioning': 'Climatisation',
      Cooling: 'Refroidissement',
      'Fuel delivery': 'Alimentation en carburant',
      'Exhaust and emissions': 'Échappement et antipollution',
      Electrical: 'Électricité',
      Electronics: 'Électronique',
      'Safety restraint': 'Dispositifs de retenue',
      'Hybrid and electric': 'Hybride et électrique',
      'Seals and gaskets': 'Joints d’étanchéité',
      'Body and glass': 'Carrosserie et vitres',
      'Tires and wheels': 'Pneus et roues',
      'Interior trim': 'Garnitures intérieures',
      'Keys and access': 'Clés et accès',
      'Service: fluids': 'Service\u00a0: liquides',
      'Service: filters': 'Service\u00a0: filtres',
      'Service: wear items': 'Service\u00a0: pièces d’usure',
      'Service: inspections': 'Service\u00a0: inspections',
    },
  },
  'product-type': {
    // Rules name the other types.
    Name: {
      'Tire and Rim': 'Pneus et jantes',
      Appearance: 'Apparence',
      Key: 'Clés',
      Theft: 'Vol',
      'Lease Wear': 'Usure en location',
    },
    DisplayName: {
      'Mechanical Breakdown Protection': 'Protection contre les bris mécaniques',
      'Certified Pre-Owned MBP': 'Protection pour véhicules d’occasion certifiés',
      'MBP with Maintenance': 'Protection contre les bris avec entretien',
      GAP: 'Protection d’insuffisance',
      'Tire and Rim Protection': 'Protection des pneus et des jantes',
      'Appearance Protection': 'Protection de l’apparence',
      'Loan Protection Plan': 'Protection de prêt',
      'Replacement Insurance': 'Assurance de remplacement',
      'Key Replacement': 'Remplacement de clés',
      'Theft Protection': 'Protection contre le vol',
      'Prepaid Maintenance': 'Entretien prépayé',
      'Lease Wear Protection': 'Protection contre l’usure en location',
    },
  },
  'product-group': {
    Name: {
      ...named(
        ['Northline Motors', 'Maple Ridge Automotive', 'Cascadia', 'Valcourt', 'Lakeshore Drive'],
        ['Boréal Automobiles', 'Prairie Auto Group', 'Atlantic Coast Motors', 'Aurora Electric', 'Kestrel'],
        ['Summit Trucks', 'Harbourfront Imports', 'Dominion Classic'],
      )(' Retail', ' – Détail'),
      ...named(
        ['Northline Motors', 'Cascadia', 'Lakeshore Drive'],
        ['Prairie Auto Group', 'Aurora Electric', 'Summit Trucks'],
      )(' Fleet and Lease', ' – Parcs et location'),
    },
    Description: {
      'Sold with new vehicles at retail.': 'Vendus au détail avec des véhicules neufs.',
      'Sold with certified pre-owned vehicles.': 'Vendus avec des véhicules d’occasion certifiés.',
      'Sold with fleet vehicles and leases.': 'Vendus avec des véhicules de parc ou en location.',
    },
  },
  'vehicle-class-guide': {
    Name: {
      'Canadian Vehicle Class Guide 2026': 'Guide canadien des classes de véhicules 2026',
      'Canadian Vehicle Class Guide 2025': 'Guide canadien des classes de véhicules 2025',
      'Electric Vehicle Class Guide 2026': 'Guide des classes de véhicules électriques 2026',
      'Light Truck Class Guide 2026': 'Guide des classes de camions légers 2026',
      'Canadian Vehicle Class Guide 2023': 'Guide canadien des classes de véhicules 2023',
    },
  },
  'new-used-rule': {
    Name: {
      'By odometer': 'Selon l’odomètre',
      'Certified with low odometer': 'Certifié à faible kilométrage',
      'As sold': 'Tel que vendu',
    },
    Description: {
      'A vehicle driven no more than 20,000 km counts as new.':
        'Un véhicule qui a parcouru au plus 20\u00a0000 km est considéré comme neuf.',
      'Certified pre-owned vehicles count as new up to 40,000 km, others up to 5,000 km.':
        'Un véhicule d’occasion certifié est considéré comme neuf jusqu’à 40\u00a0000 km, les autres jusqu’à 5\u00a0000 km.',
      'What the policy says decides.': 'L’état indiqué au contrat est retenu.',
    },
  },
  'parameter-data-link': {
    Name: {
      'Plans of the product': 'Plans du produit',
      'Coverage items of the product': 'Éléments de garantie du produit',
      'Coverage groups of the product': 'Groupes de garanties du produit',
      Brands: 'Marques',
    },
  },
  'rate-card': {
    Name: {
      'Autumn 2026': 'Automne 2026',
      'Summer 2026': 'Été 2026',
      'Price list 2026': 'Liste de prix 2026',
    },
  },
  'eligibility-code-list': {
    CodeListName: {
      'WINTER26 mailing': 'Envoi WINTER26',
      'DRIVE26 mailing': 'Envoi DRIVE26',
      'WINTER26-KES mailing': 'Envoi WINTER26-KES',
      'DRIVE26-ACM mailing': 'Envoi DRIVE26-ACM',
      'Loyalty codes': 'Codes de fidélité',
      'Fleet vehicles': 'Véhicules de parc',
      'Spring mailing': 'Envoi du printemps',
    },
  },
  payee: {
    Name: {
      'Claims Disbursement Account': 'Compte de paiement des demandes de règlement',
      'Commission Disbursement Account': 'Compte de paiement des commissions',
    },
  },
};
