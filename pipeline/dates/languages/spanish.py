"""Spanish words for time."""

from pipeline.dates.languages.language import Language, phrase_table, words

TABLE: dict[str, dict[int | str, str]] = {
    "THE": {0: "el la los las lo un una"},
    "IN": {0: "en durante dentro_de a al"},
    "ON": {0: "el"},
    "FOR": {0: "para por"},
    "OF": {0: "de del en"},
    "AND": {0: "y e o u ni"},
    "WITH": {0: "con"},
    "TO": {0: "a al hasta hasta_el hasta_la hasta_finales_de"},
    "FROM": {0: "de del desde desde_el desde_la"},
    "BETWEEN": {0: "entre entre_el entre_la"},
    "SINCE": {0: "desde desde_el desde_la a_partir_de a_partir_del no_antes_de"},
    "AFTER": {
        0: "despues_de despues_del tras posterior_a posteriores_a posterior_al posteriores_al"
    },
    "BEFORE": {0: "antes_de antes_del anterior_a anteriores_a anterior_al anteriores_al previo_a"},
    "UNTIL": {0: "hasta hasta_el hasta_la a_mas_tardar_el no_despues_de no_despues_del"},
    "ASOF": {0: "a_fecha_de con_fecha_de"},
    "ONWARD": {0: "en_adelante o_posterior o_mas_tarde"},
    "BACKWARD": {0: "o_antes o_anterior"},
    "VS": {
        0: "vs versus contra frente_a frente_al comparado_con comparada_con comparados_con "
        "comparadas_con en_comparacion_con respecto_a respecto_al en_comparacion_al"
    },
    "COMPARE": {0: "comparar compara compare comparacion diferencia"},
    "LAST": {
        -1: "pasado pasada pasados pasadas ultimo ultima ultimos ultimas anterior anteriores "
        "previo previa previos previas"
    },
    "BEFOREIT": {-1: "anterior previo previa"},
    "THIS": {0: "en_curso este esta estos estas actual actuales corriente presente"},
    "NEXT": {
        1: "proximo proxima proximos proximas siguiente siguientes que_viene que_vienen venidero"
    },
    "LAST2": {-2: "antepasado antepasada"},
    "FULL": {0: "completo completa completos completas entero entera natural naturales"},
    "FISCAL": {0: "fiscal fiscales"},
    "AGOPRE": {0: "hace"},
    "AGO": {0: "atras"},
    "TODATE": {0: "hasta_hoy hasta_ahora hasta_la_fecha a_la_fecha hasta_el_momento"},
    "SOFAR": {
        0: "en_lo_que_va_de en_lo_que_va_del lo_que_va_de lo_que_va_del "
        "acumulado_de acumulado_del en_lo_que_llevamos_de acumulado_en_el"
    },
    "XTD": {"year": "ytd", "month": "mtd", "quarter": "qtd", "week": "wtd"},
    "NOW": {0: "hoy ahora"},
    "DAYWORD": {
        0: "hoy",
        -1: "ayer",
        1: "manana",
        -2: "anteayer antier antes_de_ayer",
        2: "pasado_manana",
    },
    "SAME": {0: "mismo misma"},
    "PERIOD": {0: "periodo tiempo"},
    "UNIT": {
        "hour": "hora horas",
        "day": "dia dias",
        "business_day": "dia_habil dias_habiles dia_laborable dias_laborables",
        "week": "semana semanas",
        "weekend": "fin_de_semana fines_de_semana",
        "month": "mes meses",
        "quarter": "trimestre trimestres",
        "half": "semestre semestres mitad",
        "year": "ano anos",
        "decade": "decada decadas",
        "century": "siglo",
    },
    "FISCALUNIT": {"year": "ejercicio ejercicio_fiscal"},
    "GRAIN": {
        "day": "diario diaria diarios diarias diariamente",
        "week": "semanal semanales semanalmente",
        "month": "mensual mensuales mensualmente",
        "quarter": "trimestral trimestrales trimestralmente",
        "half": "semestral semestrales",
        "year": "anual anuales anualmente",
        "hour": "horario",
    },
    "PER": {0: "por cada al"},
    "EVERY": {0: "cada"},
    "XOX": {
        "year": "yoy interanual interanuales",
        "quarter": "qoq intertrimestral",
        "month": "mom intermensual",
    },
    "ONE": {1: "un una"},
    "NUM": {
        2: "dos",
        3: "tres",
        4: "cuatro",
        5: "cinco",
        6: "seis",
        7: "siete",
        8: "ocho",
        9: "nueve",
        10: "diez",
        11: "once",
        12: "doce",
        15: "quince",
        20: "veinte",
        30: "treinta",
        60: "sesenta",
        90: "noventa",
    },
    "ORD": {
        1: "primer primero primera primeros primeras",
        2: "segundo segunda",
        3: "tercer tercero tercera",
        4: "cuarto cuarta",
        5: "quinto quinta",
        6: "sexto sexta",
        -1: "ultimo ultima ultimos ultimas",
    },
    "DAY": {1: "primero"},
    "THIRDS": {
        0: "principios_de principios_del comienzos_de a_principios_de a_comienzos_de",
        1: "mediados_de mediados_del a_mediados_de",
    },
    "START": {0: "inicio comienzo principio"},
    "END": {0: "final fin finales fines a_finales"},
    "MONTH": {
        1: "enero ene",
        2: "febrero feb",
        3: "marzo mar",
        4: "abril abr",
        5: "mayo may",
        6: "junio jun",
        7: "julio jul",
        8: "agosto ago",
        9: "septiembre setiembre sept sep",
        10: "octubre oct",
        11: "noviembre nov",
        12: "diciembre dic",
    },
    "WEEKDAY": {
        0: "lunes",
        1: "martes",
        2: "miercoles",
        3: "jueves",
        4: "viernes",
        5: "sabado",
        6: "domingo",
    },
    "SEASON": {0: "primavera", 1: "verano", 2: "otono", 3: "invierno"},
    "HOLIDAY": {
        "new_year": "ano_nuevo",
        "new_years_eve": "nochevieja",
        "christmas_eve": "nochebuena",
        "christmas": "navidad",
        "easter": "pascua domingo_de_pascua",
        "good_friday": "viernes_santo",
        "epiphany": "reyes dia_de_reyes",
        "black_friday": "black_friday viernes_negro",
        "halloween": "halloween",
    },
    "DECADEOF": {0: "decada_de los_anos anos_los anos"},
    "SKIP": {0: "por_favor dia_de_la_semana"},
}

SPANISH = Language(
    name="es",
    phrases=phrase_table(TABLE),
    plain_words=words(
        "el la los las de del en y cuantos cuantas ventas ingresos pedidos clientes total por que "
        "para con fue fueron cual cuanto muestra muestrame dame hay son es nuestros al entre desde "
        "hasta todos hace facturas nuevos nuevas se un una facturacion lista"
    ),
    day_first=True,
    patterns=(
        ("relative", "relative", "THE? FISCAL? UNIT FISCAL? FULL? LAST|THIS|NEXT:step"),
        ("relative", "relative", "THE? LAST|THIS|NEXT:step UNIT FISCAL"),
        ("relative", "relative", "THE? FISCALUNIT:unit LAST|THIS|NEXT:step"),
        ("relative", "relative", "THE? LAST|THIS|NEXT:step UNIT FULL"),
        ("year", "fiscal_year", "THE? UNIT=year FISCAL OF? YEAR:name"),
        ("point", "many", "THE? NUM:count UNIT FULL? LAST|NEXT:step"),
        ("point", "many", "THE? LAST|NEXT:step NUM:count UNIT FULL"),
        ("point", "month", "THE? MONTH LAST|THIS|NEXT:step"),
        ("point", "weekday", "THE? WEEKDAY LAST|THIS|NEXT:step"),
        ("point", "weekday", "THE WEEKDAY"),
        ("point", "season", "THE? SEASON LAST|THIS|NEXT:step"),
        ("point", "holiday", "THE? HOLIDAY LAST|THIS|NEXT:step"),
        ("point", "third", "THIRDS:third THE? <point>:of"),
        ("point", "to_date", "SOFAR THE? UNIT"),
        ("point", "so_far", "SOFAR <relative>:of"),
        ("point", "decade", "THE? DECADEOF OF? THE? DECADE|YEAR|NUM:decade"),
        ("point", "week_from", "THE? UNIT=week WEEKFROM <point>:of"),
        ("span", "same_as", "THE? SAME UNIT|PERIOD:unit OF THE? <relative>:within"),
        ("grain", "grain", "UNIT IN UNIT"),
    ),
    doubtful=words("mar may ago"),
    given_names=words("abril julio"),
    before_name=words("cliente clienta senor senora sr sra empleado empleada vendedor vendedora"),
    before_number=words(
        "pedido numero num nro factura articulo cliente tienda sala top menos mas que exactamente "
        "precio valor importe cantidad modelo version codigo ticket proyecto producto"
    ),
    counted=words("unidades articulos euros eur dolares filas personas veces kg km habitantes"),
    subjects=words("total precio valor importe cantidad poblacion limite"),
    goods=words("arboles tarjetas regalos"),
)
