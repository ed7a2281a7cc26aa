/** Parts and services by system: the type, its category, and its parts. */
export const componentTypes = [
  {
    name: 'Engine',
    code: 'ENG',
    category: 'Regular',
    parts:
      'Cylinder block|Cylinder head|Crankshaft|Crankshaft bearings|Connecting rods|Pistons|Piston rings|Camshaft|Camshaft bearings|Timing chain|Timing belt|Timing cover|Valve lifters|Intake valves|Exhaust valves|Valve springs|Rocker arms|Push rods|Oil pump|Oil pan|Harmonic balancer|Intake manifold|Exhaust manifold|Flywheel|Flexplate|Engine mounts|Balance shafts|Variable valve timing actuator',
  },
  {
    name: 'Forced induction',
    code: 'TUR',
    category: 'Regular',
    parts:
      'Turbocharger|Supercharger|Wastegate actuator|Intercooler|Boost control solenoid|Bypass valve|Turbo oil feed line|Supercharger clutch',
  },
  {
    name: 'Transmission',
    code: 'TRN',
    category: 'Regular',
    parts:
      'Transmission case|Torque converter|Transmission oil pump|Valve body|Planetary gear set|Clutch packs|Transmission bands|Input shaft|Output shaft|Shift forks|Synchronizers|Shift solenoids|Transmission control module|Transmission mounts|Continuously variable transmission belt|Mechatronic unit|Dual clutch assembly|Vacuum modulator',
  },
  {
    name: 'Drive axle',
    code: 'AXL',
    category: 'Regular',
    parts:
      'Differential housing|Ring and pinion gears|Differential bearings|Axle shafts|Constant velocity joints|Universal joints|Propeller shaft|Carrier bearing|Wheel hub bearings|Locking hubs|Limited slip clutch|Drive axle seals',
  },
  {
    name: 'Transfer case',
    code: 'TFC',
    category: 'Regular',
    parts:
      'Transfer case housing|Transfer case chain|Transfer case gears|Viscous coupling|Encoder motor|Transfer case bearings|All-wheel drive control module',
  },
  {
    name: 'Steering',
    code: 'STR',
    category: 'Regular',
    parts:
      'Steering rack|Steering gear box|Power steering pump|Power steering cooler|Electric power steering motor|Steering column|Intermediate shaft|Tie rod ends|Pitman arm|Idler arm|Steering angle sensor|Power steering lines',
  },
  {
    name: 'Suspension',
    code: 'SUS',
    category: 'Regular',
    parts:
      'Upper control arms|Lower control arms|Control arm bushings|Ball joints|Stabilizer bar|Stabilizer links|Strut mounts|Coil springs|Leaf springs|Torsion bars|Air suspension compressor|Air springs|Electronic damper valves|Ride height sensor|Wheel bearings|Kingpins',
  },
  {
    name: 'Brakes',
    code: 'BRK',
    category: 'Regular',
    parts:
      'Master cylinder|Brake booster|Wheel cylinders|Disc calipers|Anti-lock brake control module|Anti-lock brake pump|Hydraulic control unit|Wheel speed sensors|Brake lines|Parking brake actuator|Proportioning valve|Brake pedal sensor',
  },
  {
    name: 'Air conditioning',
    code: 'HVC',
    category: 'Regular',
    parts:
      'Air conditioning compressor|Compressor clutch|Condenser|Evaporator|Expansion valve|Orifice tube|Receiver-drier|Accumulator|Blower motor|Blower motor resistor|Heater core|Heater control valve|Climate control module|Blend door actuator|Refrigerant lines|High-pressure cut-off switch',
  },
  {
    name: 'Cooling',
    code: 'COO',
    category: 'Regular',
    parts:
      'Radiator|Water pump|Radiator fan motor|Radiator fan clutch|Thermostat housing|Coolant recovery tank|Coolant temperature sensor|Engine oil cooler|Transmission oil cooler|Auxiliary coolant pump',
  },
  {
    name: 'Fuel delivery',
    code: 'FUE',
    category: 'Regular',
    parts:
      'Fuel pump|High-pressure fuel pump|Fuel injectors|Fuel rail|Fuel pressure regulator|Fuel tank|Fuel sending unit|Throttle body|Mass air flow sensor|Fuel lines|Diesel injection pump|Glow plug module|Vapour canister purge valve',
  },
  {
    name: 'Exhaust and emissions',
    code: 'EXH',
    category: 'Regular',
    parts:
      'Oxygen sensors|Exhaust gas recirculation valve|Exhaust gas recirculation cooler|Diesel exhaust fluid injector|Diesel exhaust fluid pump|Diesel particulate filter sensor|Nitrogen oxide sensor|Evaporative leak detection pump|Catalytic converter',
  },
  {
    name: 'Electrical',
    code: 'ELE',
    category: 'Regular',
    parts:
      'Alternator|Starter motor|Starter solenoid|Voltage regulator|Ignition coil|Ignition module|Distributor|Wiper motor|Wiper linkage|Washer pump|Power window motor|Power window regulator|Power door lock actuator|Power seat motor|Power mirror motor|Sunroof motor|Convertible top motor|Horn|Wiring harness|Body control module|Ignition switch|Combination switch|Rear defogger relay|Trunk release actuator',
  },
  {
    name: 'Electronics',
    code: 'ELC',
    category: 'Regular',
    parts:
      'Engine control module|Powertrain control module|Instrument cluster|Navigation unit|Infotainment display|Factory radio|Amplifier|Backup camera|Surround view camera|Parking distance sensors|Blind spot radar|Adaptive cruise radar|Lane keeping camera|Head-up display|Telematics module|Keyless entry receiver|Wireless charging pad|Rear seat entertainment screen|Digital mirror|Cruise control module',
  },
  {
    name: 'Safety restraint',
    code: 'SRS',
    category: 'Regular',
    parts:
      'Driver airbag module|Passenger airbag module|Curtain airbag module|Airbag control module|Airbag clock spring|Impact sensors|Seat belt retractors|Seat belt pretensioners|Occupant classification sensor',
  },
  {
    name: 'Hybrid and electric',
    code: 'HEV',
    category: 'Regular',
    parts:
      'High-voltage battery pack|Battery energy control module|Battery cooling fan|Battery coolant pump|Inverter|DC-DC converter|On-board charger|Charge port|Electric drive motor|Reduction gear|Regenerative brake actuator|High-voltage cable set|Hybrid transaxle|Heat pump compressor|Battery heater',
  },
  {
    name: 'Seals and gaskets',
    code: 'SEA',
    category: 'Regular',
    parts:
      'Cylinder head gasket|Valve cover gasket|Oil pan gasket|Intake manifold gasket|Exhaust manifold gasket|Front crankshaft seal|Rear main seal|Camshaft seals|Transmission pan gasket|Output shaft seal|Differential cover gasket|Water pump gasket|Timing cover gasket|Axle seals',
  },
  {
    name: 'Body and glass',
    code: 'BOD',
    category: 'Regular',
    parts:
      'Door handles|Door hinges|Hood latch|Tailgate latch|Power liftgate strut|Headlamp assembly|Tail lamp assembly|Fog lamp assembly|Windshield|Door glass|Rear glass|Sunroof glass|Exterior mirror glass|Fuel door actuator|Weatherstripping|Bumper cover',
  },
  {
    name: 'Tires and wheels',
    code: 'TIR',
    category: 'Regular',
    parts:
      'All-season tire|Winter tire|Summer tire|Run-flat tire|Alloy rim|Steel rim|Valve stem|Tire pressure sensor|Wheel nuts|Spare tire',
  },
  {
    name: 'Interior trim',
    code: 'INT',
    category: 'Regular',
    parts:
      'Seat upholstery, fabric|Seat upholstery, leather|Carpet|Headliner|Dashboard trim|Door panel|Centre console|Steering wheel cover|Seat heater element|Seat ventilation fan|Sun visor',
  },
  {
    name: 'Keys and access',
    code: 'KEY',
    category: 'Regular',
    parts:
      'Key fob|Transponder key|Smart key card|Valet key|Ignition lock cylinder|Door lock cylinder|Remote starter',
  },
  {
    name: 'Service: fluids',
    code: 'SVF',
    category: 'Maintenance',
    parts:
      'Engine oil change, conventional|Engine oil change, synthetic|Engine oil change, diesel|Transmission fluid service|Coolant flush|Brake fluid flush|Power steering fluid service|Differential fluid service|Transfer case fluid service|Fuel system cleaning|Air conditioning service|Washer fluid refill',
  },
  {
    name: 'Service: filters',
    code: 'SVT',
    category: 'Maintenance',
    parts:
      'Oil filter replacement|Engine air filter replacement|Cabin air filter replacement|Fuel filter replacement|Transmission filter replacement|Crankcase ventilation filter replacement',
  },
  {
    name: 'Service: wear items',
    code: 'SVW',
    category: 'Maintenance',
    parts:
      'Front brake pads|Rear brake pads|Brake rotors|Brake shoes|Wiper blades|Battery replacement|Spark plugs|Glow plugs|Drive belt|Timing belt service|Light bulbs|Key fob battery|Clutch disc',
  },
  {
    name: 'Service: inspections',
    code: 'SVI',
    category: 'Maintenance',
    parts:
      'Multi-point inspection|Tire rotation|Wheel balancing|Wheel alignment|Seasonal tire changeover|Brake inspection|Battery test|Software update|High-voltage battery health check|Safety standards inspection|Seasonal tire storage',
  },
];
