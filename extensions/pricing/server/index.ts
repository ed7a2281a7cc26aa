/** Pricing formulas, rate cards and adjustments. */
import { defineExtension } from '#server/extension';
import {
  addProducts,
  cancelLaunch,
  cancelVersioning,
  childrenState,
  listAdjustments,
  productsOfAdjustment,
  removeProduct,
  scheduleLaunch,
  scheduleVersioning,
} from './adjustmentActions.ts';
import { calculatePrice } from './calculatePrice.ts';
import {
  cancelGeneration,
  exportCsv,
  exportXlsx,
  generateCard,
  importCard,
  importToProduct,
  removeRates,
} from './cardActions.ts';
import { importCardJob, importing } from './cardImportJob.ts';
import { generateCardJob, generation } from './cardJob.ts';
import { pageOfRates, pivotOfRates } from './cardRates.ts';
import { compareCards, whatIf } from './compareCards.ts';
import { dealerCards } from './dealerCards.ts';
import { downloadCards } from './downloadCards.ts';
import { readFormula, removeFormula, saveFormula } from './formula.ts';
import { previewAdjustment } from './previewAdjustment.ts';
import { priceListPdf } from './priceListPdf.ts';
import { type PriceWork, priceWork } from './priceWork.ts';
import { rateCardHub } from './progressHub.ts';
import { runAdjustments } from './runAdjustments.ts';
import { validateLoanPayment } from './validateLoanPayment.ts';

declare module '#server/extension' {
  interface ExtensionPorts {
    /** Prices rate cards, in a worker thread where available. */
    readonly pricing: PriceWork;
  }
}

export default defineExtension({
  id: 'pricing',
  actions: {
    'pricing.formula-read': readFormula,
    'pricing.formula-save': saveFormula,
    'pricing.formula-remove': removeFormula,
    'pricing.calculate-price': calculatePrice,
    'pricing.validate-loan-payment': validateLoanPayment,
    'adjustment.list': listAdjustments,
    'adjustment.products': productsOfAdjustment,
    'adjustment.add-products': addProducts,
    'adjustment.remove-product': removeProduct,
    'adjustment.children-state': childrenState,
    'adjustment.preview': previewAdjustment,
    'adjustment.schedule-versioning': scheduleVersioning,
    'adjustment.cancel-versioning': cancelVersioning,
    'adjustment.schedule-launch': scheduleLaunch,
    'adjustment.cancel-launch': cancelLaunch,
    'adjustment.download': downloadCards,
    'rate-card.pdf': priceListPdf,
    'rate-card.of-dealer': dealerCards,
    'rate-card.generate': generateCard,
    'rate-card.cancel': cancelGeneration,
    'rate-card.import': importCard,
    'rate-card.remove-rates': removeRates,
    'rate-card.rates': pageOfRates,
    'rate-card.pivot': pivotOfRates,
    'rate-card.compare': compareCards,
    'rate-card.what-if': whatIf,
    'rate-card.export-csv': exportCsv,
    'rate-card.export-xlsx': exportXlsx,
    'rate-card.import-to-product': importToProduct,
  },
  jobs: { [generation]: generateCardJob, [importing]: importCardJob },
  hubs: [rateCardHub],
  dueWork: [{ name: 'adjustments', needs: ['pricing-adjustment'], run: runAdjustments }],
  ports: () => ({ pricing: priceWork }),
});
